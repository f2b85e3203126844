import { describe, expect, it, vi } from 'vitest'
import { log } from '@/lib/log'
import { TrainingError } from '@/lib/training/errors'
import { refusalOf } from '@/lib/request/refusal'
import { settle } from '@/lib/request/settle'

const asked = vi.hoisted(() => ({ path: '/myCurriculum?state=completed' }))
vi.mock('next/headers', () => ({ headers: async () => new Headers({ 'x-path': asked.path }) }))
vi.mock('next/navigation', () => ({
  redirect: (target: string) => {
    throw new Error(`to ${target}`)
  },
  notFound: () => {
    throw new Error('not found')
  },
}))

describe('a part of a page', () => {
  it('has its answer', async () => {
    expect(await settle(Promise.resolve(5))).toEqual({ value: 5 })
  })

  it.each(['timeout', 'failed', 'malformed', 'rejected', 'missing', 'busy'] as const)('keeps %s to itself', async (code) => {
    expect(await settle(Promise.reject(new TrainingError(code, 'x')))).toEqual({ error: code })
  })

  it('carries why the platform refuses, where it understood what was asked', async () => {
    expect(await settle(Promise.reject(new TrainingError('rejected', '试卷未提交', 200)))).toEqual({ error: 'rejected', words: '试卷未提交' })
    expect(await settle(Promise.reject(new TrainingError('rejected', '课程尚未发布', 400)))).toEqual({ error: 'rejected', words: '课程尚未发布' })
    for (const [words, status] of [['not a number', 400], ['参数不正确：id', 400], ['参数错误', 400], ['参数类型不匹配：planId', 400], ['请求内容无法解析', 400], ['', 200], ['验证码不能为空', 428]] as const) {
      expect(await settle(Promise.reject(new TrainingError('rejected', words, status))), words).toEqual({ error: 'rejected' })
    }
    expect(await settle(Promise.reject(new TrainingError('malformed', 'not JSON', 200)))).toEqual({ error: 'malformed' })
  })

  it('keeps a fault of our own to itself too, and has it written down', async () => {
    const written = vi.spyOn(log, 'error').mockReturnValue(undefined)
    expect(await settle(Promise.reject(new TypeError('of undefined')))).toEqual({ error: 'failed' })
    expect(written.mock.calls).toEqual([[{ error: expect.objectContaining({ name: 'TypeError', message: 'of undefined', stack: expect.stringContaining('settle.test') as string }) as object }, 'a part of a page failed']])
    written.mockRestore()
  })

  it('leads to login and back when the session is over', async () => {
    await expect(settle(Promise.reject(new TrainingError('expired', '')))).rejects.toThrow(`to /login?redirect=${encodeURIComponent('/myCurriculum?state=completed')}&reason=expired`)
  })

  it('leads to login alone from an address that is too long for a way back', async () => {
    const expired = () => settle(Promise.reject(new TrainingError('expired', '')))
    const before = asked.path
    asked.path = '/ResultTest?z='.padEnd(2_000, 'z')
    await expect(expired()).rejects.toThrow(`to /login?redirect=${encodeURIComponent(asked.path)}&reason=expired`)
    asked.path += 'z'
    await expect(expired()).rejects.toThrow(/to \/login\?reason=expired$/)
    asked.path = before
  })

  it('leads to the page without access when it is forbidden', async () => {
    await expect(settle(Promise.reject(new TrainingError('forbidden', '')))).rejects.toThrow('to /401')
  })
})

describe('what an address names', () => {
  it('is refused in the platform’s words, not found, or just not there this time', () => {
    expect(refusalOf({ error: 'rejected', words: '试卷未提交' })).toBe('试卷未提交')
    for (const error of ['rejected', 'missing'] as const) expect(() => refusalOf({ error })).toThrow('not found')
    for (const asked of [{ error: 'failed' as const }, { error: 'timeout' as const }, { value: null }, { value: 5 }]) expect(refusalOf(asked)).toBeNull()
  })
})
