import { messages } from './messages.ts'
import { isPlainPassword } from './passwords.ts'

const nicknameLengths = { least: 4, most: 15 }

/** What is no character of a name: control characters, those of nobody's or of no meaning, and what turns the direction of the text around it. */
const unfit = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Bidi_Control}]/u
const visible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a text has something to be seen, and nothing that turns what stands around it. */
export const isLegible = (text: string) => !unfit.test(text) && visible.test(text)

/** The longest account with which anybody logs in. */
export const longestAccount = 64

/** Whether anybody can log in with an account: what is typed there is trimmed, and refused where it is too long. */
export const isAccount = (account: string) => account === account.trim() && account.length <= longestAccount && isLegible(account)

/** What is wrong with a nickname: fewer or more characters than it may have, however a character is written (spec 3 §5), or none to be seen. */
export function nicknameFault(nickname: string): string | undefined {
  const { length } = [...nickname]
  const isFit = length >= nicknameLengths.least && length <= nicknameLengths.most && isLegible(nickname)
  return isFit ? undefined : messages.nicknameLength
}

/** What is wrong with a new password that is written twice (spec 3 §5). */
export function passwordFault(password: string, confirmation: string): string | undefined {
  if (password !== confirmation) return messages.passwordsDiffer
  return isPlainPassword(password) ? undefined : messages.passwordMalformed
}
