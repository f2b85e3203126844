import 'server-only'
import type { FavouriteTarget } from '@/lib/domain/favourites'
import type { Learner } from '@/lib/domain/learner'
import { training } from './client'
import { TrainingError } from './errors'
import { kindNumber } from './kinds'
import { wireDone } from './wire'

const METHOD_NOT_ALLOWED = 405
const INSERT = 'train/app/collection/insertCollection'

/** Puts a course or plan into the learner's collection (L6); doing it twice is no error. */
export async function addFavourite(learner: Learner, { kind, id }: FavouriteTarget): Promise<void> {
  const fields = { curriculumId: id, collectionType: kindNumber[kind] }
  try {
    await training.postBoth(learner, INSERT, fields, wireDone)
  } catch (error) {
    // Some platforms take PUT only (contract 8).
    if (!(error instanceof TrainingError) || error.status !== METHOD_NOT_ALLOWED) throw error
    await training.put(learner, INSERT, fields, wireDone, { query: fields })
  }
}

/** Takes a course or plan out of the learner's collection (L7); doing it twice is no error. */
export async function removeFavourite(learner: Learner, { kind, id }: FavouriteTarget): Promise<void> {
  await training.delete(learner, 'train/app/collection/deleteCollection', { curriculumId: id, collectionType: kindNumber[kind] }, wireDone)
}
