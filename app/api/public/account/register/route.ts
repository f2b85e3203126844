import { registrationInput } from '@/lib/domain/account-input'
import { publicDoor } from '@/lib/request/door'
import { registerVisitor } from '@/lib/request/self-service'

/** Makes an account. */
export const POST = publicDoor(registrationInput, registerVisitor)
