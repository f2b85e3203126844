import { queryOptions } from '@tanstack/react-query'
import type { NewNotePlace, Note, NotePlace } from '@/lib/domain/notes'
import { bff, BffError } from './bff'
import { sendWish } from './wishes'

/** My notes at a place, newest first. */
export const notesQuery = (place: NotePlace) =>
  queryOptions({ queryKey: ['notes', place], queryFn: ({ signal }) => bff.get<Note[]>('notes/list', place, { signal }) })

/** Adds a note; the same `operationId` is the same note, however often it is sent. */
export const addNote = (note: NewNotePlace & { text: string; moment: number | null; operationId: string }) => bff.post<null>('notes/item', note)

const doneUnlessMissing = (error: unknown): boolean => {
  if (error instanceof BffError && error.code === 'missing') return false
  throw error
}

/** Changes the words of a note; whether it was still there. */
export const editNote = (note: NewNotePlace & { id: string; text: string; moment: number | null }) =>
  sendWish(`note/${note.id}`, note.text, (operationId) => bff.put<null>('notes/item', { ...note, operationId }).then(() => true, doneUnlessMissing))

/** Deletes a note. */
export const deleteNote = (id: string) => bff.delete<null>('notes/item', { id })
