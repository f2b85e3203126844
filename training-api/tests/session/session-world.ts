import { loginFailures } from '../../db/schema/sessions.ts'
import { encipherPassword } from '../../rules/passwords.ts'
import { addLearner, addTenant } from '../people.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi } from '../support.ts'

const key = 'pigxpigxpigxpigx'
const liming = { tenantId: 82, learnerId: 820001, account: 'liming', name: '李明', phone: '13800000001' }

/** The API with one account name in two tenants, an account that is disabled and one that has ended. */
export async function startSessions(): Promise<TestApi> {
  const api = await startTestApi()
  await addTenant(api, { tenantId: 82, domain: 'localhost', registrationOpen: true })
  await addTenant(api, { tenantId: 143, domain: 'hj.localhost', edition: 'exerciseBank' })
  await addLearner(api, liming)
  await addLearner(api, { tenantId: 143, learnerId: 1430001, account: 'liming', name: '黎明', authorities: [] })
  await addLearner(api, { tenantId: 82, learnerId: 820009, account: 'left', disabled: true })
  await addLearner(api, { tenantId: 82, learnerId: 820010, account: 'ended', endsAt: testMoment })
  return api
}

/** Sets the clock back, and nobody has failed to log in yet. */
export async function forgetFailures(api: TestApi): Promise<void> {
  api.clock.set(testMoment)
  await api.db.delete(loginFailures)
}

/** The login call as the client sends it; the API is there by the time of the first one. */
export const loginCall = (api: () => TestApi) => (given: { account?: string; password?: string; tenant?: string; cipher?: 'aes-cbc-zero' | 'aes-cfb' }) => {
  const { account = 'liming', password = 'Train2026', tenant = '82', cipher = 'aes-cbc-zero' } = given
  return api().askForToken(
    { randomStr: 'blockPuzzle', code: 'blockPuzzle', grant_type: 'password', tenant_flag: tenant },
    { username: account, password: encipherPassword(password, cipher, key) },
  )
}

export async function refusal(reply: Response): Promise<{ status: number; code: number; msg: string; data: unknown }> {
  return { status: reply.status, ...((await reply.json()) as { code: number; msg: string; data: unknown }) }
}
