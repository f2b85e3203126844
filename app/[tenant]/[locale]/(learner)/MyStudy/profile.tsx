import { ProfileView as View } from '@/components/account/profile-view'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireLearner } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { getProfile } from '@/lib/training/account'

/** Personal data, in the personal centre and under its own address. */
export async function ProfileView() {
  const learner = await requireLearner()
  return <Messages areas={['profile', 'account']}><View profile={await settle(getProfile(learner))} /></Messages>
}
