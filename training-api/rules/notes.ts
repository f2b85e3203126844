import { characters } from './reviews.ts'

export const maxNoteLength = 200
export type NoteVerdict = 'valid' | 'empty' | 'tooLong'

/** Whether the text of a note is accepted: something other than spaces, at most 200 characters (spec 1 §5). */
export function checkNote(content: string): NoteVerdict {
  if (content.trim() === '') return 'empty'
  return characters(content) > maxNoteLength ? 'tooLong' : 'valid'
}
