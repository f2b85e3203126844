import { phoneInput } from '@/lib/domain/account-input'
import { publicDoor } from '@/lib/request/door'
import { checkPhone } from '@/lib/request/self-service'

/** Whether a phone has an account. */
export const POST = publicDoor(phoneInput, checkPhone)
