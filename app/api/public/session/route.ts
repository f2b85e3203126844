import { loginForm } from '@/lib/domain/session-input'
import { publicDoor } from '@/lib/request/door'
import { startSession } from '@/lib/request/session'
import { checkBeforeLogin, logIn } from '@/lib/training/session'

/** Logs in: the platform's own words when it refuses, a sealed cookie when it agrees. */
export const POST = publicDoor(loginForm, async (visitor, { account, password }) => {
  const notYet = await checkBeforeLogin(visitor, account)
  if (notYet) return { loggedIn: false as const, notice: notYet }
  const login = await logIn(visitor, { account, password })
  await startSession(login)
  return { loggedIn: true as const }
})
