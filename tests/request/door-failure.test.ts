import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { log } from '@/lib/log'
import { publicDoor } from '@/lib/request/door'
import { TrainingError } from '@/lib/training/errors'
import { within } from '../support/request-scope'

vi.mock('next/headers', () => import('../support/request-scope'))
vi.mock('@/lib/request/tenant', () => ({ currentTenant: async () => ({ id: '82' }) }))

async function told(failure: () => never) {
  const written = vi.spyOn(log, 'error').mockReturnValue(undefined)
  const door = publicDoor(z.object({}), async () => failure())
  const { value } = await within(new Headers({ host: 'localhost' }), () => door(new Request('http://localhost/api/public/x'), { params: Promise.resolve({}) }))
  const lines = [...written.mock.calls]
  written.mockRestore()
  return { status: value.status, text: await value.text(), lines }
}

describe('a door that fails', () => {
  it('says that it did and nothing of why, and has it written down with its stack', async () => {
    const { status, text, lines } = await told(() => {
      throw new TypeError('canary: of undefined')
    })
    expect([status, text]).toEqual([502, '{"error":{"code":"failed"}}'])
    expect(lines).toEqual([[{ error: expect.objectContaining({ name: 'TypeError', message: 'canary: of undefined', stack: expect.stringContaining('door-failure.test') as string }) as object }, 'a door failed']])
  })

  it('writes nothing of what the platform refuses', async () => {
    const { status, lines } = await told(() => {
      throw new TrainingError('rejected', '不可以', 200)
    })
    expect([status, lines]).toEqual([409, []])
  })
})
