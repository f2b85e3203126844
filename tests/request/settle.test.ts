import { describe, expect, it, vi } from 'vitest'
import { TrainingError } from '@/lib/training/errors'
import { settle } from '@/lib/request/settle'

vi.mock('next/headers', () => ({ headers: async () => new Headers({ 'x-path': '/myCurriculum?state=completed' }) }))
vi.mock('next/navigation', () => ({ redirect: (target: string) => { throw new Error(`to ${target}`) } }))

describe('a part of a page', () => {
  it('has its answer', async () => {
    expect(await settle(Promise.resolve(5))).toEqual({ value: 5 })
  })

  it.each(['timeout', 'failed', 'malformed', 'rejected', 'missing', 'busy'] as const)('keeps %s to itself', async (code) => {
    expect(await settle(Promise.reject(new TrainingError(code, 'x')))).toEqual({ error: code })
  })

  it('keeps a fault of our own to itself too', async () => {
    expect(await settle(Promise.reject(new TypeError('of undefined')))).toEqual({ error: 'failed' })
  })

  it('leads to login and back when the session is over', async () => {
    await expect(settle(Promise.reject(new TrainingError('expired', '')))).rejects.toThrow(`to /login?redirect=${encodeURIComponent('/myCurriculum?state=completed')}&reason=expired`)
  })

  it('leads to the page without access when it is forbidden', async () => {
    await expect(settle(Promise.reject(new TrainingError('forbidden', '')))).rejects.toThrow('to /401')
  })
})
