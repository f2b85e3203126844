import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { deviceOf, inAppBrowserOf, isHiddenIpad } from '@/lib/domain/user-agent'

const NONE = '-'
const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8').trimEnd().split('\n').map((line) => line.split('\t') as [device: string, app: string, userAgent: string])
/** Seen in the wild. */
const observed = read('./user-agents.tsv')
/** Made after known formats, for devices and apps of which too few were seen. */
const table = [...observed, ...read('./user-agents-composed.tsv')]

describe('user agents', () => {
  it('are many, of every device in every app', () => {
    expect(new Set(observed.map(([, , userAgent]) => userAgent)).size).toBeGreaterThanOrEqual(300)
    expect(new Set(table.map(([device]) => device))).toEqual(new Set(['android', 'harmony', 'iphone', 'ipad', 'desktop']))
    expect(new Set(table.map(([, app]) => app))).toEqual(new Set(['wechat', 'qq', 'dingtalk', 'feishu', 'weibo', 'alipay', NONE]))
  })

  it.each(table)('%s in %s: %s', (device, app, userAgent) => {
    expect({ device: deviceOf(userAgent), app: inAppBrowserOf(userAgent) ?? NONE }).toEqual({ device, app })
  })

  it('say nothing when they are missing, empty, enormous or nonsense', () => {
    for (const userAgent of [undefined, null, '', ' ', '\u0000', 'x'.repeat(1_000_000), '('.repeat(5_000)]) {
      expect(deviceOf(userAgent)).toBe('desktop')
      expect(inAppBrowserOf(userAgent)).toBe(null)
    }
  })

  it('of an iPad that calls itself a Macintosh are told by touch', () => {
    const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15'
    expect(isHiddenIpad(mac, 5)).toBe(true)
    expect(isHiddenIpad(mac, 0)).toBe(false)
    expect(isHiddenIpad('Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10)).toBe(false)
  })
})
