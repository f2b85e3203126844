import { newNoteInput, noteChangeInput, noteInput } from '@/lib/domain/notes-input'
import { learnerDoor } from '@/lib/request/door'
import { addNote, deleteNote, editNote } from '@/lib/training/notes'

/** One note of mine: written, changed, deleted. */
export const POST = learnerDoor(newNoteInput, addNote)
export const PUT = learnerDoor(noteChangeInput, editNote)
export const DELETE = learnerDoor(noteInput, deleteNote)
