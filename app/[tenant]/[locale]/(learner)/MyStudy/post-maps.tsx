import { MyPostMaps } from '@/components/post-maps/my-post-maps'
import { postMapFilterInput } from '@/lib/domain/post-maps-input'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireLearner } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { listPostMaps } from '@/lib/training/post-maps'

/** Post maps in the personal centre. */
export async function PostMapsView({ query }: { query: Record<string, string | string[] | undefined> }) {
  const { state: filter } = postMapFilterInput.parse(query)
  const maps = await settle(listPostMaps(await requireLearner(), { filter }))
  return <Messages areas={['postMaps', 'linkedCourses', 'cards']}><MyPostMaps filter={filter} maps={maps} /></Messages>
}
