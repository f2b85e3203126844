import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { withTx } from '../../db/tx.ts'
import { holdPhone } from '../../queries/codes.ts'
import { addLearner } from '../people.ts'
import type { TestApi } from '../support.ts'
import { accountCalls, forgetCodes, otherCode, startAccounts } from './account-world.ts'

// Named imports of Node's own modules follow when they are told to.
const hash = crypto.argon2
const argon2 = vi.spyOn(crypto, 'argon2')
syncBuiltinESMExports()
afterAll(() => {
  argon2.mockRestore()
  syncBuiltinESMExports()
})

let api: TestApi
beforeAll(async () => {
  api = await startAccounts()
})
afterAll(() => api.close())
beforeEach(() => forgetCodes(api))

const { freshPhone, register, sendRegister, sendReset, sentCode, verify } = accountCalls(() => api)
const reset = (phone: string) => api.visitor(82).post('/admin/user/resetPasswordByCodeNoTenantId', { phone, tenantId: 82, password: 'NewPass1', confirmPassword: 'NewPass1' })
const hashesOf = async (call: () => Promise<{ code: number }>) => {
  argon2.mockClear()
  const { code } = await call()
  return { code, hashes: argon2.mock.calls.length }
}

test('strangers without the right code have nothing hashed: logins wait in the same queue', async () => {
  const phone = freshPhone()
  expect(await hashesOf(() => register(phone, '123456'))).toEqual({ code: 1, hashes: 0 })
  await sendRegister(phone)
  const code = await sentCode(phone)
  expect(await hashesOf(() => register(phone, otherCode(code)))).toEqual({ code: 1, hashes: 0 })
  expect(await hashesOf(() => register(phone, code))).toEqual({ code: 0, hashes: 1 })

  const known = freshPhone()
  await addLearner(api, { tenantId: 82, learnerId: Number(known), account: `a${known}`, phone: known })
  for (const asked of [freshPhone(), known]) expect(await hashesOf(() => reset(asked))).toEqual({ code: 1, hashes: 0 })
  await sendReset(known)
  expect(await hashesOf(() => reset(known))).toEqual({ code: 1, hashes: 0 })
  await verify(known, await sentCode(known))
  expect(await hashesOf(() => reset(known))).toEqual({ code: 0, hashes: 1 })
})

test('nobody waits while the password of what is sent again is compared', async () => {
  const [phone, known] = [freshPhone(), freshPhone()]
  await sendRegister(phone)
  const code = await sentCode(phone)
  await addLearner(api, { tenantId: 82, learnerId: Number(known), account: `a${known}`, phone: known })
  await sendReset(known)
  await verify(known, await sentCode(known))
  const calls = [[phone, () => register(phone, code)], [known, () => reset(known)]] as const
  for (const [asked, call] of calls) {
    expect(await call()).toMatchObject({ code: 0 })
    const meanwhile = vi.fn<() => Promise<void>>(() => withTx(api.db, (tx) => holdPhone(tx, { tenantId: 82, phone: asked })))
    argon2.mockImplementationOnce((algorithm, parameters, done) => void meanwhile().then(() => hash(algorithm, parameters, done)))
    expect(await call()).toMatchObject({ code: 0 })
    expect(meanwhile).toHaveBeenCalledOnce()
  }
})
