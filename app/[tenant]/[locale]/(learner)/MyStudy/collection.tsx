import { MyCollection } from '@/components/favourites/my-collection'
import { collectionInput } from '@/lib/domain/favourites-input'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireLearner } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { listFavourites } from '@/lib/training/favourites'

/** The collection in the personal centre. */
export async function CollectionView({ query }: { query: Record<string, string | string[] | undefined> }) {
  const learner = await requireLearner()
  const { kind } = collectionInput.parse(query)
  const [course, plan] = await Promise.all([settle(listFavourites(learner, { kind: 'course' })), settle(listFavourites(learner, { kind: 'plan' }))])
  return <Messages areas={['favourites', 'cards']}><MyCollection kind={kind} collected={{ course, plan }} /></Messages>
}
