import { afterEach, expect, it, vi } from 'vitest'
import { inTime } from '@/lib/request/in-time'

const asked = vi.hoisted(() => new Headers())
vi.mock('next/headers', () => ({ headers: async () => asked }))
afterEach(() => asked.delete('x-within-page'))

it('waits for what comes soon, and says so to React', async () => {
  const soon = new Promise((resolve) => setTimeout(() => resolve('there'), 5))
  await inTime(soon, Promise.resolve('at once'))
  expect(soon).toMatchObject({ status: 'fulfilled', value: 'there' })
})

it.each([['a page that is opened', '', 40], ['what a page asks for that is shown', '1', 400]])('waits for nothing that is late: %s', async (_what, within, patience) => {
  asked.set('x-within-page', within)
  vi.useFakeTimers()
  try {
    const late = new Promise((resolve) => setTimeout(resolve, 5_000))
    let went = false
    void inTime(late).then(() => { went = true })
    await vi.advanceTimersByTimeAsync(patience - 1)
    expect(went).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(went).toBe(true)
    expect(late).not.toHaveProperty('status')
    await vi.advanceTimersByTimeAsync(5_000)
  } finally {
    vi.useRealTimers()
  }
})

it('leaves a refusal to whoever awaits the part, and says that it is there', async () => {
  const refused = Promise.reject(new Error('to the login'))
  await inTime(refused)
  expect(refused).toMatchObject({ status: 'rejected', reason: new Error('to the login') })
  await expect(refused).rejects.toThrow('to the login')
})
