import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { withTx } from '../db/tx.ts'
import { missing } from '../envelope.ts'
import { wireId } from '../params.ts'
import { addFavourite, listFavourites, removeFavourite } from '../queries/favourites.ts'
import { onceFor } from '../queries/operations.ts'
import type { Who } from '../queries/who.ts'
import { titleIn } from '../rules/languages.ts'
import { contentKind, language, operationIdField } from './codes.ts'

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

  const one = { curriculumId: wireId, collectionType: contentKind, opId: operationIdField }
  api.learner(['POST', 'PUT'], '/train/app/collection/insertCollection', one, async (caller, { curriculumId, collectionType, opId }) => {
    const [now, what] = [clock.now(), { kind: collectionType, contentId: curriculumId }]
    const known = await withTx(db, (tx) => onceFor(tx, { ...whoOf(caller), operationId: opId, call: 'collect', given: what, now }, () => addFavourite(tx, { ...whoOf(caller), ...what, now }), (done) => done))
    if (!known) throw missing()
    return true
  })

  api.learner('DELETE', '/train/app/collection/deleteCollection', one, async (caller, { curriculumId, collectionType, opId }) => {
    const [now, what] = [clock.now(), { kind: collectionType, contentId: curriculumId }]
    await withTx(db, (tx) => onceFor(tx, { ...whoOf(caller), operationId: opId, call: 'uncollect', given: what, now }, async () => (await removeFavourite(tx, { ...whoOf(caller), ...what }), true)))
    return true
  })
}

const whoOf = ({ tenantId, userId }: Who): Who => ({ tenantId, userId })
