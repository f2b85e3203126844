import { fault, type FieldFault } from './account'

const NICKNAME_LENGTHS = { min: 4, max: 15 }
/** What is no character of a name: control characters, those of nobody's or of no meaning, and what turns the direction of the text around it. */
const unfitInName = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Bidi_Control}]/u
const visible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Four to fifteen characters, however a character is written, and one at least to be seen. */
export function nicknameFault(nickname: string): FieldFault {
  const { length } = [...nickname]
  return fault(nickname, length >= NICKNAME_LENGTHS.min && length <= NICKNAME_LENGTHS.max && !unfitInName.test(nickname) && visible.test(nickname))
}
