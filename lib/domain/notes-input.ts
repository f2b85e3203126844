import { z } from 'zod'
import { idInput } from './courses-input'
import { noteKinds, noteProblem } from './notes'
import { operationIdInput } from './operation-input'

const idMaybe = idInput.optional()
const place = { kind: z.enum(['course', 'plan']), ownerId: idInput, itemId: idMaybe, chapterId: idMaybe, sectionId: idMaybe, resourceId: idMaybe, noteKind: z.enum(noteKinds) }
const text = z.string().trim().refine((words) => noteProblem(words) === null, 'empty or too long')
const moment = z.number().int().min(0).max(10_000_000).nullable().default(null)

/** The notes of a place, of one kind or of all. */
export const notesInput = z.object({ ...place, noteKind: place.noteKind.optional() })

/** A new note at a place; the moment is the second of a video or the page of a document. */
export const newNoteInput = z.object({ ...place, text, moment, operationId: operationIdInput })

/** Other words for a note. */
export const noteChangeInput = z.object({ ...place, id: idInput, text, moment, operationId: operationIdInput })

/** One note. */
export const noteInput = z.object({ id: idInput })
