import 'server-only'
import { createHash } from 'node:crypto'
import { store } from './store'

// A platform gives a second login of an account the token of the first (contract 1.8): told late of a logout, it would end that one.

/** Longer than a platform is told again of a logout. */
const UNTOLD_SECONDS = 900
const untoldKey = (token: string) => `logout-untold:${createHash('sha256').update(token).digest('base64url')}`

/** Has every web know that a token is to be ended. */
export const noteUntoldLogout = (token: string): Promise<void> => store.set(untoldKey(token), '1', UNTOLD_SECONDS)

/** Has no web end a token any more, because a login was given it. */
export const dropUntoldLogout = (token: string): Promise<void> => store.delete(untoldKey(token))

/** Whether a token is still to be ended; no also where another web may know better: a session that goes on is worth more than one end. */
export async function isUntoldLogout(token: string): Promise<boolean> {
  const key = untoldKey(token)
  return (await store.get(key)) !== null && store.isShared(key)
}
