import { resetInput } from '@/lib/domain/account-input'
import { publicDoor } from '@/lib/request/door'
import { resetByProof } from '@/lib/request/self-service'

/** The second step of a new password. */
export const POST = publicDoor(resetInput, resetByProof)
