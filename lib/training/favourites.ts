import 'server-only'
import { z } from 'zod'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import type { Collected, FavouriteTarget } from '@/lib/domain/favourites'
import type { Learner } from '@/lib/domain/learner'
import { cardOf, cardShape, coverOf } from './cards'
import { training } from './client'
import { TrainingError } from './errors'
import { kindNumber } from './kinds'
import { languageOnWire, onceEach, wireDone, wireList } from './wire'

const METHOD_NOT_ALLOWED = 405
const INSERT = 'train/app/collection/insertCollection'

const collected = z.object(cardShape).transform((wire): Collected => {
  const { id, name, hours, credits, joinCount, rating } = cardOf(wire)
  // Nothing says whether the cover is titled: words that are there are meant to be read.
  return { id, name, cover: coverOf(wire, true), hours, credits, joinCount, rating }
})

/** The courses (L3) or plans (L4) in the learner's collection, newest first (`languageType` is ours). */
export async function listFavourites(learner: Learner, { kind }: { kind: EnrolmentKind }): Promise<Collected[]> {
  const path = kind === 'course' ? 'train/app/collection/getMyCollectionCourse' : 'train/app/collection/getMyCollectionPlan'
  const all = await training.get(learner, path, { languageType: languageOnWire[learner.locale] }, wireList(collected))
  return onceEach(all, ({ id }) => id)
}

type Wish = FavouriteTarget & { operationId?: string | undefined }

/** Puts a course or plan into the learner's collection (L6; `opId` is ours); doing it twice is no error. */
export async function addFavourite(learner: Learner, { kind, id, operationId }: Wish): Promise<void> {
  const fields = { curriculumId: id, collectionType: kindNumber[kind], opId: operationId }
  try {
    await training.postBoth(learner, INSERT, fields, wireDone)
  } catch (error) {
    // Some platforms take PUT only (contract 8).
    if (!(error instanceof TrainingError) || error.status !== METHOD_NOT_ALLOWED) throw error
    await training.put(learner, INSERT, fields, wireDone, { query: fields })
  }
}

/** Takes a course or plan out of the learner's collection (L7); doing it twice is no error. */
export async function removeFavourite(learner: Learner, { kind, id, operationId }: Wish): Promise<void> {
  await training.delete(learner, 'train/app/collection/deleteCollection', { curriculumId: id, collectionType: kindNumber[kind], opId: operationId }, wireDone)
}
