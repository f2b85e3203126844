import { resetCheckInput } from '@/lib/domain/account-input'
import { publicDoor } from '@/lib/request/door'
import { checkReset } from '@/lib/request/self-service'

/** The first step of a new password: is the code right? */
export const POST = publicDoor(resetCheckInput, checkReset)
