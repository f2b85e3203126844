import { contactInput } from '@/lib/domain/account-input'
import { audit } from '@/lib/request/audit'
import { learnerDoor } from '@/lib/request/door'
import { spend } from '@/lib/request/limits'
import { changeContact } from '@/lib/training/account'

/** Replaces the learner's phone or e-mail, one of them, and says what is kept of it. */
export const POST = learnerDoor(contactInput, async (learner, change) => {
  await spend('changesOfLearner', learner.tenantId, learner.id)
  if ('phone' in change) await changeContact(learner, 'phone', change.phone)
  else await changeContact(learner, 'email', change.email)
  audit('contact.changed', { reason: 'phone' in change ? 'phone' : 'email' })
  return { kept: 'phone' in change ? change.phone : change.email }
})
