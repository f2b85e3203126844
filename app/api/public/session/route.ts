import { asKept } from '@/lib/domain/account'
import { loginForm } from '@/lib/domain/session-input'
import { audit } from '@/lib/request/audit'
import { publicDoor } from '@/lib/request/door'
import { isUsedUp, requireLeft, spend, take } from '@/lib/request/limits'
import { hasJustReset } from '@/lib/request/self-service'
import { startSession } from '@/lib/request/session'
import { withAvatar } from '@/lib/training/account'
import { TrainingError } from '@/lib/training/errors'
import { checkBeforeLogin, logIn, withRoles } from '@/lib/training/session'

/** An account whose spellings count as one: some platforms take them all. */
const spelt = (account: string) => asKept(account).normalize('NFKC').trim().toLowerCase()

/** Logs in: the platform's own words when it refuses, a sealed cookie when it agrees. */
export const POST = publicDoor(loginForm, async (visitor, { account, password }) => {
  await spend('loginsOfAddress', visitor.address ?? 'unknown')
  const own: Parameters<typeof take> = ['failedLoginsOfAccount', visitor.tenantId, spelt(account)]
  // What strangers have used up keeps nobody out who has just set a new password; whoever else comes from there has their own as before.
  const limit: Parameters<typeof take> = (await isUsedUp(...own)) && (await hasJustReset(visitor)) ? ['loginsAfterResetOfAddress', visitor.address ?? 'unknown', visitor.tenantId] : own
  await requireLeft(...limit)
  const notYet = await checkBeforeLogin(visitor, account)
  if (notYet) {
    audit('login.refused', { reason: 'not yet' })
    return { loggedIn: false as const, notice: notYet }
  }
  // Counted before it is known whether it fails: many guesses at once are no more than many in a row.
  const giveBack = await take(...limit)
  const login = await logIn(visitor, { account, password }).catch(async (error: unknown) => {
    if (error instanceof TrainingError && error.code === 'rejected') audit('login.refused', { reason: 'account or password' })
    else await giveBack()
    throw error
  })
  await giveBack()
  await startSession(await withAvatar(await withRoles(login, visitor), visitor))
  audit('login.done', { learnerId: login.learnerId })
  return { loggedIn: true as const }
})
