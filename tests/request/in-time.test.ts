import { expect, it, vi } from 'vitest'
import { inTime } from '@/lib/request/in-time'

it('waits for what comes soon, and says so to React', async () => {
  const soon = new Promise((resolve) => setTimeout(() => resolve('there'), 5))
  await inTime(soon, Promise.resolve('at once'))
  expect(soon).toMatchObject({ status: 'fulfilled', value: 'there' })
})

it('waits for nothing that is late', async () => {
  vi.useFakeTimers()
  try {
    const late = new Promise((resolve) => setTimeout(resolve, 5_000))
    let went = false
    void inTime(late).then(() => { went = true })
    await vi.advanceTimersByTimeAsync(39)
    expect(went).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(went).toBe(true)
    expect(late).not.toHaveProperty('status')
    await vi.advanceTimersByTimeAsync(5_000)
  } finally {
    vi.useRealTimers()
  }
})

it('leaves a refusal to whoever awaits the part', async () => {
  const refused = Promise.reject(new Error('to the login'))
  await inTime(refused)
  expect(refused).not.toHaveProperty('status')
  await expect(refused).rejects.toThrow('to the login')
})
