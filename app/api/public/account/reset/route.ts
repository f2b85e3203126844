import { resetInput } from '@/lib/domain/account-input'
import { publicDoor } from '@/lib/request/door'
import { heldProof, takeProofBack } from '@/lib/request/reset-proof'
import { resetByProof } from '@/lib/request/self-service'

/** The second step of a new password. */
export const POST = publicDoor(resetInput, async (visitor, form) => {
  const done = await resetByProof(visitor, { ...form, proof: await heldProof() })
  await takeProofBack()
  return done
})
