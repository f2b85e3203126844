import { newNoteInput, noteChangeInput, noteInput } from '@/lib/domain/notes-input'
import { learnerDoor } from '@/lib/request/door'
import { asWrite, spend } from '@/lib/request/limits'
import { writeNote } from '@/lib/request/notes'
import { deleteNote, editNote } from '@/lib/training/notes'

/** One note of mine: written, changed, deleted. */
export const POST = learnerDoor(newNoteInput, async (learner, note) => {
  await spend('notesOfLearner', learner.tenantId, learner.id)
  return writeNote(learner, note)
})
export const PUT = learnerDoor(noteChangeInput, asWrite(editNote))
export const DELETE = learnerDoor(noteInput, asWrite(deleteNote))
