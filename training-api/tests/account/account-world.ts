import { outbox, requestLimits, verificationCodes } from '../../db/schema/sessions.ts'
import { addLearner, addTenant } from '../people.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi } from '../support.ts'

export const ownPhone = '13800000001'

/** The API with a tenant that is open for registration, one that is not, and a few learners with phones. */
export async function startAccounts(): Promise<TestApi> {
  const api = await startTestApi()
  await addTenant(api, { tenantId: 82, domain: 'localhost', registrationOpen: true })
  await addTenant(api, { tenantId: 116, domain: 'rs.localhost' })
  await addLearner(api, { tenantId: 82, learnerId: 1, account: 'liming', name: '李明', phone: ownPhone, sex: 'male', post: '低压电工' })
  await addLearner(api, { tenantId: 82, learnerId: 2, account: 'wangfang', phone: '13800000002' })
  await addLearner(api, { tenantId: 116, learnerId: 1, account: 'liming', phone: '13800000116' })
  return api
}

/** Sets the clock back, and nobody has asked for a code yet. */
export async function forgetCodes(api: TestApi): Promise<void> {
  api.clock.set(testMoment)
  for (const table of [requestLimits, verificationCodes, outbox]) await api.db.delete(table)
}

/** What a visitor of tenant 82 does with phones and codes; the API is there by the time of the first call. */
export function accountCalls(api: () => TestApi) {
  let phoneNumber = 13_900_000_000
  const visitor = () => api().visitor(82)
  return {
    freshPhone: () => String((phoneNumber += 1)),
    sendRegister: (phone: string, tenantId = 82) => visitor().post('/admin/app/user/v1/sendCodeByRegister', { phone, tenantId }),
    sendReset: (phone: string, tenantId = 82) => visitor().post('/admin/app/user/v1/sendCodeByNewPassWord', { phone, tenantId }),
    verify: (phone: string, code: string) => visitor().post('/admin/app/user/v1/checkSendCodeByNewPassWord', { phone, code, tenantId: 82 }),
    register: (phone: string, code: string, more = {}) =>
      visitor().post('/admin/user/registerUserInfoWeb', {
        phone,
        code,
        tenantId: 82,
        password: 'Train2026',
        confirmPassword: 'Train2026',
        userRealName: '新来学员',
        ...more,
      }),
    async sentCode(phone: string): Promise<string> {
      const { data } = await visitor().get<{ phone: string; code: string }[]>('/demo/outbox')
      const entry = data.find((sent) => sent.phone === phone)
      if (!entry) throw new Error(`no code went to ${phone}`)
      return entry.code
    },
  }
}

export const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
