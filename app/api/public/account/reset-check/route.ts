import { resetCheckInput } from '@/lib/domain/account-input'
import { publicDoor } from '@/lib/request/door'
import { giveProof } from '@/lib/request/reset-proof'
import { checkReset } from '@/lib/request/self-service'

/** The first step of a new password: is the code right? */
export const POST = publicDoor(resetCheckInput, async (visitor, form) => {
  await giveProof((await checkReset(visitor, form)).proof)
  return { checked: true }
})
