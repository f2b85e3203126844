import 'server-only'
import { z } from 'zod'
import type { Learner } from '@/lib/domain/learner'
import type { NewNotePlace, Note, NoteKind, NotePlace } from '@/lib/domain/notes'
import { training } from './client'
import { isNo, TrainingError } from './errors'
import { kindNumber } from './kinds'
import { wireDone, wireEnum, wireId, wireIdMaybe, wireList, wireNumberMaybe, wireText, wireTime } from './wire'

/** Notes number the contents in a way of their own (contract 2.1). */
const kindOnWire: Record<NoteKind, number> = { document: 1, video: 2, other: 3 }
const wireKind = wireEnum('type', { 1: 'document', 2: 'video', 3: 'other' }, 'other')

const note = z
  .object({ id: wireId, noteContent: wireText, createTime: wireTime, moment: wireNumberMaybe, type: wireKind, resourceId: wireIdMaybe })
  .transform((wire): Note => ({ id: wire.id, text: wire.noteContent, writtenAt: wire.createTime, moment: wire.moment, kind: wire.type === 'video' || wire.type === 'document' ? wire.type : null, resourceId: wire.resourceId }))

function fieldsOf({ kind, ownerId, itemId, chapterId, sectionId, resourceId, noteKind }: NotePlace) {
  return { coursePlanId: ownerId, coursePlanType: kindNumber[kind], planContentId: itemId, chapterId, sectionId, resourceId, type: noteKind && kindOnWire[noteKind] }
}

const ask = (learner: Learner, place: NotePlace) => training.ask('POST', learner, 'train/app/note/selectNoteByUserId', { query: fieldsOf(place) }, wireList(note))

/**
 * The learner's own notes at a place, newest first (N1: a query without a body; what is not named does not narrow). Those of a section are
 * asked for whatever they were written at, since it may have had another video or document then, or another chapter; of a platform that wants these named, with them.
 */
export async function listNotes(learner: Learner, place: NotePlace): Promise<Note[]> {
  if (place.sectionId === undefined) return ask(learner, place)
  try {
    return await ask(learner, { ...place, chapterId: undefined, resourceId: undefined, noteKind: undefined })
  } catch (error) {
    if ((place.chapterId ?? place.resourceId) !== undefined && error instanceof TrainingError && (isNo(error) || error.status === 500)) return ask(learner, place)
    throw error
  }
}

type Words = { text: string; moment: number | null; operationId?: string | undefined }

/** Adds a note (N2; `moment` and `opId` are ours); a refusal is a `rejected` error with the platform's words. */
export async function addNote(learner: Learner, { text, moment, operationId, ...place }: NewNotePlace & Words): Promise<void> {
  await training.post(learner, 'train/app/note', { ...fieldsOf(place), noteContent: text, opId: operationId, ...(moment === null ? {} : { moment }) }, wireDone)
}

/** Changes the words of a note (N3). */
export async function editNote(learner: Learner, { id, text, moment, operationId, ...place }: NewNotePlace & Words & { id: string }): Promise<void> {
  await training.put(learner, 'train/app/note', { id, ...fieldsOf(place), noteContent: text, opId: operationId, ...(moment === null ? {} : { moment }) }, wireDone)
}

/** Deletes a note (N4); doing it twice is no error. */
export async function deleteNote(learner: Learner, { id }: { id: string }): Promise<void> {
  await training.get(learner, 'train/app/note/updateNoteDelFlagById', { id }, wireDone, { isWrite: true })
}
