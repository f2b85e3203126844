import { characters } from './reviews.ts'

export const maxNoteLength = 200
export type NoteVerdict = 'valid' | 'empty' | 'tooLong'

/** Whether the text of a note is accepted: something other than spaces, at most 200 characters (spec 1 §5) without those around it, as it is kept. */
export function checkNote(content: string): NoteVerdict {
  const text = content.trim()
  if (text === '') return 'empty'
  return characters(text) > maxNoteLength ? 'tooLong' : 'valid'
}
