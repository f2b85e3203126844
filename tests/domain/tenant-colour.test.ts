import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tenantColour, tenantRule, tenantTokens, toHex, toOklch } from '@/lib/domain/tenant-colour'

type Theme = 'light' | 'dark'
const css = (file: string) => readFileSync(`components/ui/${file}.css`, 'utf8')

/** The contrast of two hex colours as WCAG 2.x measures it, 1 to 21. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The declarations of one block, `--name` to value, comments taken out. */
function declarations(text: string): Record<string, string> {
  const plain = text.replace(/\/\*[^]*?\*\//g, '')
  return Object.fromEntries([...plain.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]))
}

const lightCss = declarations(css('tokens'))
const [chosenBlock = '', systemBlock = ''] = css('tokens-dark').split('@media')
const darkCss = declarations(chosenBlock)
const tokens: Record<Theme, Record<string, string>> = { light: lightCss, dark: { ...lightCss, ...darkCss } }

/** A number of a relative colour: plain, `c`, `min(c, 0.2)`, `clamp(…)` or `calc(…)` with one operator. */
function number(text: string, given: { l: number; c: number; h: number }): number {
  const [, inside] = /^(?:calc)\((.*)\)$/.exec(text) ?? []
  const source = (inside ?? text).replace(/\bclamp\(([^,]+), ([^,]+), ([^)]+)\)/g, 'max($1, min($2, $3))')
  const sum = /^(.+?) ([-*]) ([\d.]+)$/.exec(source)
  if (sum) return sum[2] === '*' ? number(sum[1]!, given) * Number(sum[3]) : number(sum[1]!, given) - Number(sum[3])
  const most = /^min\((.+), (.+)\)$/.exec(source)
  if (most) return Math.min(number(most[1]!, given), number(most[2]!, given))
  const least = /^max\((.+?), (.+)\)$/.exec(source)
  if (least) return Math.max(number(least[1]!, given), number(least[2]!, given))
  return source === 'l' || source === 'c' || source === 'h' ? given[source] : Number(source)
}

/** Cuts `0.974 calc(min(c, 0.2) * 0.09) h` into its three parts. */
function parts(text: string): string[] {
  let depth = 0
  return text.split('').reduce((found, letter) => {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0
    if (letter === ' ' && depth === 0) found.push('')
    else found[found.length - 1] += letter
    return found
  }, [''])
}

/** What a browser makes of a token for a tenant. */
function measured(theme: Theme, name: string, tenant: string): string {
  const value = tokens[theme][name]
  if (!value) throw new Error(`no token --${name}`)
  const other = /^var\(--([\w-]+)\)$/.exec(value)
  if (other) return measured(theme, other[1]!, tenant)
  if (value.startsWith('#')) return value
  const relative = value.startsWith('oklch(from var(--tenant) ')
  const given = toOklch(tenant)
  const [l = 0, c = 0, h = 0] = parts(value.slice(relative ? 'oklch(from var(--tenant) '.length : 'oklch('.length, -1)).map((part) => number(part, given))
  return toHex({ l, c, h })
}

const tenants = Array.from({ length: 36 }, (_, hue) => [0.02, 0.08, 0.14, 0.2, 0.28].flatMap((c) => [0.25, 0.4, 0.5, 0.62, 0.78, 0.92].map((l) => toHex({ l, c, h: hue * 10 })))).flat()

/** The pairs of the design: words 4.5, marks and edges 3. */
const words: [string, string[]][] = [
  ['text', ['bg', 'surface', 'brand-soft']],
  ['text-2', ['bg', 'surface', 'surface-3', 'brand-soft']],
  ['text-3', ['bg', 'surface', 'surface-2', 'raised', 'brand-soft']],
  ['on-brand', ['brand', 'brand-hover', 'brand-active']],
  ['on-danger', ['danger-fill', 'danger-fill-hover']],
  ['brand-text', ['bg', 'surface', 'raised', 'brand-soft', 'brand-soft-2']],
  ['brand-text-hover', ['bg', 'surface', 'brand-soft']],
  ['success-text', ['success-soft', 'surface']],
  ['warning-text', ['warning-soft', 'surface']],
  ['danger-text', ['danger-soft', 'surface']],
  ['info-text', ['info-soft', 'surface']],
  ['stage-text', ['stage']],
  ['stage-text-2', ['stage-2']],
]
const marks: [string, string[]][] = [
  ['border-control', ['surface', 'bg']],
  ['brand-fill', ['surface', 'track']],
  ['focus', ['bg', 'surface']],
  ['success', ['surface']],
  ['warning', ['surface']],
  ['danger', ['surface']],
  ['info', ['surface']],
  ['stage-fill', ['stage']],
]

/** The colour that the server writes for a role, or the fixed one of the token. */
function written(theme: Theme, name: string, tenant: string, own: Record<string, string>): string {
  const follows = { light: { 'brand-fill': 'brand', focus: 'brand' } as Record<string, string>, dark: {} as Record<string, string> }[theme]
  return own[`--${theme}-${follows[name] ?? name}`] ?? own[`--light-${name}`] ?? measured(theme, name, tenant)
}

describe('tenant colour', () => {
  it.each(['light', 'dark'] as const)('keeps every named pair readable for every tenant, %s', (theme) => {
    const worst: string[] = []
    for (const tenant of tenants) {
      const own = tenantTokens(tenant)
      for (const [least, pairs] of [[4.5, words], [3, marks]] as const) {
        for (const [ink, grounds] of pairs) {
          for (const ground of grounds) {
            const ratio = contrast(written(theme, ink, tenant, own), written(theme, ground, tenant, own))
            if (ratio < least) worst.push(`${tenant} ${ink} on ${ground} ${ratio.toFixed(2)}`)
          }
        }
      }
    }
    expect(worst).toEqual([])
  })

  it('writes what the style sheet computes', () => {
    for (const tenant of tenants) {
      for (const [name, hex] of Object.entries(tenantTokens(tenant))) {
        const [, theme, role] = /^--(light|dark)-(.+)$/.exec(name) as unknown as [string, Theme, string]
        expect(`${tenant} ${name} ${measured(theme, role, tenant)}`).toBe(`${tenant} ${name} ${hex}`)
      }
    }
  })

  it('gives every role that follows the tenant a fallback', () => {
    const fallback = css('tokens-fallback')
    for (const theme of ['light', 'dark'] as const) {
      const source = theme === 'light' ? lightCss : darkCss
      const roles = Object.entries(source).filter(([name, value]) => /var\(--(tenant|brand-\d+)\)/.test(value) && !/^brand-\d+$/.test(name)).map(([name]) => name)
      expect(roles.length).toBeGreaterThan(5)
      for (const role of roles) expect(fallback).toContain(`--${role}: var(--${theme}-${role});`)
    }
    for (const [, name] of fallback.matchAll(/var\((--[\w-]+)\)/g)) expect(tenantTokens('#1263cf')).toHaveProperty([name!])
  })

  it.each(['veil-left', 'veil-control'])('lets words be read on --%s as far as they reach, whatever the picture', (name) => {
    for (const theme of ['light', 'dark'] as const) {
      const stops = [...tokens[theme][name]!.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+) \/ ([\d.]+)\)/g)].map(([, ...given]) => given.map(Number))
      // Words end at the second stop (`.cover .words`); what is beyond lets the picture through.
      const reached = stops.slice(0, 2)
      expect(reached.length).toBeGreaterThan(0)
      for (const [l = 0, c = 0, h = 0, share = 0] of reached) {
        const veil = toHex({ l, c, h })
        const overWhite = [1, 3, 5].map((at) => Math.round(Number.parseInt(veil.slice(at, at + 2), 16) * share + 255 * (1 - share)).toString(16).padStart(2, '0')).join('')
        expect(contrast(measured(theme, 'on-veil', '#1263cf'), `#${overWhite}`)).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  it('has one dark theme, chosen or by the system', () => {
    expect(declarations(systemBlock)).toEqual(darkCss)
  })

  it('goes to OKLCH and back without loss', () => {
    for (const hex of ['#000000', '#ffffff', '#1263cf', '#1e8e5a', '#f5b82e', '#c4342d']) expect(toHex(toOklch(hex))).toBe(hex)
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  })

  it('is written for the page with all that follows from it, whatever was asked for before', () => {
    for (let at = 0; at < 1_100; at += 1) tenantRule(`#${at.toString(16).padStart(6, '0')}`)
    for (const tenant of ['#1e8e5a', '#C4342D', '#1e8e5a']) {
      const tokens = Object.entries(tenantTokens(tenant)).map(([name, hex]) => `${name}:${hex}`)
      expect(tokens.length).toBeGreaterThan(20)
      expect(tenantRule(tenant)).toBe(`html:root{--tenant:${tenant.toLowerCase()};${tokens.join(';')}}`)
    }
  })

  it('takes short and upper-case colours and nothing else', () => {
    expect(tenantColour('#1E8')).toBe('#11ee88')
    expect(tenantColour(' #1E8E5A ')).toBe('#1e8e5a')
    for (const wrong of [null, undefined, '', 'red', '1e8e5a', '#12', '#12345g', '#1234567', 'url(x)', '#fff;color:red']) {
      expect(tenantColour(wrong)).toBe('#1263cf')
      expect(tenantRule(wrong)).toBe(tenantRule('#1263cf'))
    }
  })
})
