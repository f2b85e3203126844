import { codeInput } from '@/lib/domain/account-input'
import { publicDoor } from '@/lib/request/door'
import { sendCode } from '@/lib/request/self-service'

/** Sends a code to a phone. */
export const POST = publicDoor(codeInput, sendCode)
