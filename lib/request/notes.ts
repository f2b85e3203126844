import 'server-only'
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { CLOCKS_APART_MS } from '@/lib/domain/clocks'
import { mayPass } from '@/lib/domain/errors'
import type { Learner } from '@/lib/domain/learner'
import type { newNoteInput } from '@/lib/domain/notes-input'
import { trainingErrorOf } from '@/lib/training/errors'
import { addNote, listNotes } from '@/lib/training/notes'
import { once } from './once'
import { store } from './store'

const REMEMBERED_SECONDS = 86_400

type NewNote = z.output<typeof newNoteInput>

/**
 * Adds a note once, however often the browser asks under the same operation id: other platforms than ours know no such ids. Where the
 * platform's answer was lost, the notes that are there tell what became of it. A refusal is a `rejected` error with the platform's words.
 */
export async function writeNote(learner: Learner, note: NewNote): Promise<null> {
  const { operationId, ...words } = note
  // A page of an older build names none.
  if (operationId === undefined) return addNote(learner, words).then(() => null)
  // An id is for one note: other words under it are the platform's to refuse, and never what the first ones were told.
  const wish = createHash('sha256').update(JSON.stringify(words)).digest('base64url')
  return once(`note:${learner.tenantId}:${learner.id}:${operationId}:${wish}`, REMEMBERED_SECONDS, () => write(learner, { ...words, operationId }))
}

async function write(learner: Learner, note: NewNote & { operationId: string }): Promise<null> {
  const triedKey = `note-tried:${learner.tenantId}:${learner.id}:${note.operationId}`
  const tried = await store.get(triedKey)
  const since = Number(tried ?? Date.now()) - CLOCKS_APART_MS
  // An answer that never came, and a look that failed too: it may have been written all the same, and since.
  if (tried !== null && (await isThere(learner, note, since))) return null
  try {
    await addNote(learner, note)
  } catch (error) {
    if (!mayPass(trainingErrorOf(error)?.code ?? null)) throw error
    await store.set(triedKey, tried ?? String(Date.now()), REMEMBERED_SECONDS)
    if (!(await isThere(learner, note, since).catch(() => false))) throw error
  }
  return null
}

/** Whether a note with these words was written there since. */
async function isThere(learner: Learner, note: NewNote, since: number): Promise<boolean> {
  const notes = await listNotes(learner, note)
  return notes.some(({ text, writtenAt }) => text === note.text && writtenAt !== null && Date.parse(writtenAt) >= since)
}
