import 'server-only'
import { createHash } from 'node:crypto'
import { store } from './store'

// A platform gives a second login of an account the token of the first (contract 1.8): told late of a logout, it would end that one.

/** Longer than a platform is told again of a logout. */
const UNTOLD_SECONDS = 900
const untoldKey = (token: string) => `logout-untold:${createHash('sha256').update(token).digest('base64url')}`

const TO_BE_ENDED = '1'
const GIVEN_AGAIN = '0'

/** Has every web know that a token is to be ended. */
export const noteUntoldLogout = (token: string): Promise<void> => store.set(untoldKey(token), TO_BE_ENDED, UNTOLD_SECONDS)

/** Has no web end a token any more, because a login was given it. A word of its own: that a key is gone, a store that is away would never hear. */
export const dropUntoldLogout = (token: string): Promise<void> => store.set(untoldKey(token), GIVEN_AGAIN, UNTOLD_SECONDS)

/** Whether a token is still to be ended; no also where another web may know better: a session that goes on is worth more than one end. */
export async function isUntoldLogout(token: string): Promise<boolean> {
  const key = untoldKey(token)
  return (await store.get(key)) === TO_BE_ENDED && store.isShared(key)
}
