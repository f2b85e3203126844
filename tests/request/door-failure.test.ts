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

  it.each([
    ['a value of no shape', '参数不正确：subjectId', 400, 400, '{"error":{"code":"invalid"}}'],
    ['what cannot be read', '请求内容无法解析', 400, 400, '{"error":{"code":"invalid"}}'],
    ['a refusal in words of its own', '开始时间不能晚于结束时间', 400, 409, '{"error":{"code":"rejected","message":"开始时间不能晚于结束时间"}}'],
    ['the same words as an answer', '参数不正确', 200, 409, '{"error":{"code":"rejected","message":"参数不正确"}}'],
  ])('tells names of the platform\'s fields to nobody: %s', async (_name, words, from, status, text) => {
    expect(await told(() => {
      throw new TrainingError('rejected', words, from)
    })).toMatchObject({ status, text })
  })
})
