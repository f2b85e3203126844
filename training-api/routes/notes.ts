import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { withTx } from '../db/tx.ts'
import { forbidden, missing, refuse, wireTime } from '../envelope.ts'
import { maybe, wireId, wireInt, wireNumber } from '../params.ts'
import { addNote, deleteNote, editNote, listNotes } from '../queries/notes.ts'
import type { Note, NoteAnswer } from '../queries/notes.ts'
import { onceFor } from '../queries/operations.ts'
import type { Who } from '../queries/who.ts'
import { messages } from '../rules/messages.ts'
import { checkNote } from '../rules/notes.ts'
import { contentKind, contentKindCode, noteKindCode, noteKinds, operationIdField, optionalId } from './codes.ts'

const placeShape = {
  coursePlanId: wireId,
  coursePlanType: contentKind,
  planContentId: optionalId,
  chapterId: optionalId,
  sectionId: optionalId,
  resourceId: optionalId,
  type: maybe(wireInt.pipe(z.literal([1, 2, 3])).transform((code) => noteKinds[code])),
}
type Place = z.output<z.ZodObject<typeof placeShape>>

const placeOf = ({ coursePlanId, coursePlanType, planContentId, chapterId, sectionId, resourceId, type }: Place) => ({
  kind: coursePlanType,
  contentId: coursePlanId,
  planItemId: planContentId,
  chapterId,
  sectionId,
  resourceId,
  noteKind: type,
})

const noteContent = z.preprocess((text) => text ?? '', z.string())
/** Second of a video or page of a document (ours). */
const moment = maybe(wireNumber.pipe(z.number().min(0).max(10_000_000)))

/** N1 to N4: a learner's own notes (contract 4.8). */
export function bindNotes(api: Api, { db, clock }: ApiContext): void {
  api.learner('POST', '/train/app/note/selectNoteByUserId', placeShape, async (caller, params) =>
    (await listNotes(db, { ...caller, ...placeOf(params) })).map(noteShape),
  )

  api.learner('POST', '/train/app/note', { ...placeShape, noteContent, moment, opId: operationIdField }, async (caller, { noteContent: text, moment, opId, ...params }) => {
    const refusal = refusalOf(text)
    if (refusal !== null) return refuse(refusal)
    const now = clock.now()
    const note = { ...placeOf(params), text: text.trim(), moment: moment ?? null }
    const known = await withTx(db, (tx) => onceFor(tx, { ...whoOf(caller), operationId: opId, call: 'note', given: note, now }, () => addNote(tx, { ...whoOf(caller), ...note, isNamed: opId !== undefined, now }), (added) => added))
    if (!known) throw missing()
    return true
  })

  api.learner('PUT', '/train/app/note', { id: wireId, noteContent, opId: operationIdField }, async (caller, { id, noteContent: text, opId }) => {
    const refusal = refusalOf(text)
    if (refusal !== null) return refuse(refusal)
    const [now, change] = [clock.now(), { noteId: id, text: text.trim() }]
    return done(await withTx(db, (tx) => onceFor(tx, { ...whoOf(caller), operationId: opId, call: 'editNote', given: change, now }, () => editNote(tx, { ...whoOf(caller), ...change, now }), (answer) => answer === 'done')))
  })

  api.learner('GET', '/train/app/note/updateNoteDelFlagById', { id: wireId }, async (caller, { id }) =>
    done(await withTx(db, (tx) => deleteNote(tx, { ...caller, noteId: id, now: clock.now() }))),
  )
}

const whoOf = ({ tenantId, userId }: Who): Who => ({ tenantId, userId })

function refusalOf(text: string): string | null {
  return { empty: messages.noteEmpty, tooLong: messages.noteTooLong, valid: null }[checkNote(text)]
}

function done(answer: NoteAnswer): true {
  if (answer === 'missing') throw missing()
  if (answer === 'foreign') throw forbidden()
  return true
}

function noteShape(note: Note) {
  return {
    id: note.noteId,
    noteContent: note.text,
    createTime: wireTime(note.createdAt),
    chapterId: note.chapterId,
    sectionId: note.sectionId,
    coursePlanId: note.contentId,
    planContentId: note.planItemId,
    resourceId: note.resourceId,
    coursePlanType: contentKindCode[note.contentKind],
    type: noteKindCode[note.kind],
    moment: note.moment,
  }
}
