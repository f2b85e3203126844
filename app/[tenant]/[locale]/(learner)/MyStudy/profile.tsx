import { ProfileView as View } from '@/components/account/profile-view'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireAsking } from '@/lib/request/learner'
import { keepProfile } from '@/lib/request/session'
import { settle } from '@/lib/request/settle'
import { getProfile } from '@/lib/training/account'

/** Personal data, in the personal centre and under its own address. */
export async function ProfileView() {
  const { learner, session } = await requireAsking()
  const profile = await settle(getProfile(learner))
  const isNewer = profile.value !== undefined && (await keepProfile(session, profile.value))
  return <Messages areas={['profile', 'account']}><View profile={profile} isNewer={isNewer} /></Messages>
}
