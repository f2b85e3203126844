import { AVATAR_LIMIT_BYTES } from '@/lib/domain/account'
import { avatarInput } from '@/lib/domain/account-input'
import { drawAvatar } from '@/lib/request/avatar'
import { audit } from '@/lib/request/audit'
import { learnerDoor, problem } from '@/lib/request/door'
import { keepAvatar } from '@/lib/request/session'
import { changeAvatar } from '@/lib/training/account'

/** Takes a picture as it is (the body) and the part of it that is wanted (the query), draws the avatar from it and sends that on. */
export const POST = learnerDoor(avatarInput, async (learner, crop, { session }, file) => {
  const avatar = await drawAvatar(file, crop)
  if ('fault' in avatar) {
    audit('upload.refused', { reason: avatar.fault })
    return problem('invalid', undefined, { file: avatar.fault })
  }
  const change = await changeAvatar(learner, avatar, session.avatarUrl)
  if (!change.taken) return problem('failed', undefined, { file: 'notTaken' })
  await keepAvatar(session, change.avatarUrl)
  return { avatarUrl: change.avatarUrl }
}, { maxBytes: AVATAR_LIMIT_BYTES, limit: 'uploadsOfLearner' })
