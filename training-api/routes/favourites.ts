import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { withTx } from '../db/tx.ts'
import { missing } from '../envelope.ts'
import { wireId } from '../params.ts'
import { addFavourite, listFavourites, removeFavourite } from '../queries/favourites.ts'
import { titleIn } from '../rules/languages.ts'
import { contentKind, language } from './codes.ts'

/** L3, L4, L6, L7: the collection (contract 4.4). */
export function bindFavourites(api: Api, { db, clock }: ApiContext): void {
  for (const [path, kind] of [['getMyCollectionCourse', 'course'], ['getMyCollectionPlan', 'plan']] as const) {
    api.learner('GET', `/train/app/collection/${path}`, { languageType: language }, async (caller, { languageType }) => {
      const found = await listFavourites(db, { ...caller, kind })
      return found.map((item) => ({
        id: item.contentId,
        planName: titleIn(languageType, item),
        planIndexPictureUrl: item.coverUrl,
        oneTitle: item.oneTitle,
        twoTitle: item.twoTitle,
        studyTimeSum: item.studyHours,
        planScore: item.credits,
        joinNum: item.joinCount,
        commentNum: item.rating,
      }))
    })
  }

  const one = { curriculumId: wireId, collectionType: contentKind }
  api.learner(['POST', 'PUT'], '/train/app/collection/insertCollection', one, async (caller, { curriculumId, collectionType }) => {
    const known = await withTx(db, (tx) => addFavourite(tx, { ...caller, kind: collectionType, contentId: curriculumId, now: clock.now() }))
    if (!known) throw missing()
    return true
  })

  api.learner('DELETE', '/train/app/collection/deleteCollection', one, async (caller, { curriculumId, collectionType }) => {
    await removeFavourite(db, { ...caller, kind: collectionType, contentId: curriculumId })
    return true
  })
}
