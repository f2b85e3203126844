import { messages } from './messages.ts'
import { isPlainPassword } from './passwords.ts'

const nicknameLengths = { least: 4, most: 15 }

/** What is wrong with a nickname: fewer or more characters than it may have, however a character is written (spec 3 §5). */
export function nicknameFault(nickname: string): string | undefined {
  const { length } = [...nickname]
  return length >= nicknameLengths.least && length <= nicknameLengths.most ? undefined : messages.nicknameLength
}

/** What is wrong with a new password that is written twice (spec 3 §5). */
export function passwordFault(password: string, confirmation: string): string | undefined {
  if (password !== confirmation) return messages.passwordsDiffer
  return isPlainPassword(password) ? undefined : messages.passwordMalformed
}
