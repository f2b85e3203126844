import { loginForm } from '@/lib/domain/session-input'
import { audit } from '@/lib/request/audit'
import { publicDoor } from '@/lib/request/door'
import { requireLeft, spend } from '@/lib/request/limits'
import { startSession } from '@/lib/request/session'
import { TrainingError } from '@/lib/training/errors'
import { checkBeforeLogin, logIn } from '@/lib/training/session'

/** Logs in: the platform's own words when it refuses, a sealed cookie when it agrees. */
export const POST = publicDoor(loginForm, async (visitor, { account, password }) => {
  await spend('loginsOfAddress', visitor.address ?? 'unknown')
  await requireLeft('failedLoginsOfAccount', visitor.tenantId, account)
  const notYet = await checkBeforeLogin(visitor, account)
  if (notYet) {
    audit('login.refused', { reason: 'not yet' })
    return { loggedIn: false as const, notice: notYet }
  }
  const login = await logIn(visitor, { account, password }).catch(async (error: unknown) => {
    if (error instanceof TrainingError && error.code === 'rejected') {
      audit('login.refused', { reason: 'account or password' })
      await spend('failedLoginsOfAccount', visitor.tenantId, account)
    }
    throw error
  })
  await startSession(login)
  audit('login.done', { learnerId: login.learnerId })
  return { loggedIn: true as const }
})
