import { notesInput } from '@/lib/domain/notes-input'
import { learnerDoor } from '@/lib/request/door'
import { listNotes } from '@/lib/training/notes'

/** My notes at a place. */
export const GET = learnerDoor(notesInput, listNotes)
