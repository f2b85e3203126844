import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { learners } from '../db/schema/learners.ts'
import { notes } from '../db/schema/notes.ts'
import { hasContent } from './favourites.ts'
import type { Who } from './who.ts'

export type Note = typeof notes.$inferSelect
export type NotePlace = {
  kind: 'course' | 'plan'
  contentId: number
  planItemId?: number | undefined
  chapterId?: number | undefined
  sectionId?: number | undefined
  resourceId?: number | undefined
  noteKind?: Note['kind'] | undefined
}

/** Without an operation id the same words at the same place and moment within a minute are a repetition, not another note. */
const repetitionMs = 60_000

/** The most notes that are listed, of a section or of a whole course or plan: what is listed is counted as all there are. */
const mostListed = 5000

/** A learner's notes at a place, newest first; what is not named does not narrow, nor does the chapter of a section, which may have moved since. */
export async function listNotes(db: Db, { tenantId, userId, kind, contentId, ...place }: Who & NotePlace): Promise<Note[]> {
  const narrow = (column: PgColumn, value: number | string | undefined): SQL | undefined => (value === undefined ? undefined : eq(column, value))
  return db
    .select()
    .from(notes)
    .where(
      and(
        eq(notes.tenantId, tenantId),
        eq(notes.learnerId, userId),
        eq(notes.contentKind, kind),
        eq(notes.contentId, contentId),
        isNull(notes.deletedAt),
        narrow(notes.planItemId, place.planItemId),
        narrow(notes.chapterId, place.sectionId === undefined ? place.chapterId : undefined),
        narrow(notes.sectionId, place.sectionId),
        narrow(notes.resourceId, place.resourceId),
        narrow(notes.kind, place.noteKind),
      ),
    )
    .orderBy(desc(notes.createdAt), desc(notes.noteId))
    .limit(mostListed)
}

/** Adds a note; `isNamed` when the caller already knows that it is none sent twice. False when the tenant has no such course or plan. */
export async function addNote(tx: Db, { tenantId, userId, text, moment, isNamed, now, ...place }: Who & NotePlace & { text: string; moment: number | null; isNamed: boolean; now: Date }): Promise<boolean> {
  const { kind, contentId, planItemId = null, chapterId = null, sectionId = null, resourceId = null, noteKind = 'other' } = place
  if (!(await hasContent(tx, { tenantId, kind, contentId }))) return false
  // Of the same words twice at once the second looks when the first is there.
  if (!isNamed) await tx.select({ learnerId: learners.learnerId }).from(learners).where(and(eq(learners.tenantId, tenantId), eq(learners.learnerId, userId))).for('update')
  const same = (column: PgColumn, value: number | null) => (value === null ? isNull(column) : eq(column, value))
  const [sent] = isNamed ? [] : await tx
    .select({ noteId: notes.noteId })
    .from(notes)
    .where(
      and(
        eq(notes.tenantId, tenantId),
        eq(notes.learnerId, userId),
        eq(notes.contentKind, kind),
        eq(notes.contentId, contentId),
        same(notes.planItemId, planItemId),
        same(notes.chapterId, chapterId),
        same(notes.sectionId, sectionId),
        same(notes.resourceId, resourceId),
        same(notes.moment, moment),
        eq(notes.kind, noteKind),
        eq(notes.text, text),
        isNull(notes.deletedAt),
        gt(notes.createdAt, new Date(now.getTime() - repetitionMs)),
      ),
    )
    .limit(1)
  if (sent !== undefined) return true
  await tx.insert(notes).values({
    tenantId,
    noteId: newId(),
    learnerId: userId,
    contentKind: kind,
    contentId,
    planItemId,
    chapterId,
    sectionId,
    resourceId,
    kind: noteKind,
    text,
    moment,
    createdAt: now,
    updatedAt: now,
  })
  return true
}

export type NoteAnswer = 'done' | 'missing' | 'foreign'

/** Changes the words of a learner's own note. */
export async function editNote(tx: Db, { text, now, ...key }: Who & { noteId: number; text: string; now: Date }): Promise<NoteAnswer> {
  const note = await findNote(tx, key)
  if (note === undefined || (note.learnerId === key.userId && note.deletedAt !== null)) return 'missing'
  if (note.learnerId !== key.userId) return 'foreign'
  await tx.update(notes).set({ text, updatedAt: now }).where(and(eq(notes.tenantId, key.tenantId), eq(notes.noteId, key.noteId)))
  return 'done'
}

/** Deletes a learner's own note, also again: what it said is gone; that it was there stays, for the second time. */
export async function deleteNote(tx: Db, { now, ...key }: Who & { noteId: number; now: Date }): Promise<NoteAnswer> {
  const note = await findNote(tx, key)
  if (note === undefined) return 'missing'
  if (note.learnerId !== key.userId) return 'foreign'
  if (note.deletedAt === null) await tx.update(notes).set({ text: '', moment: null, deletedAt: now }).where(and(eq(notes.tenantId, key.tenantId), eq(notes.noteId, key.noteId)))
  return 'done'
}

async function findNote(tx: Db, { tenantId, noteId }: { tenantId: number; noteId: number }) {
  const [note] = await tx
    .select({ learnerId: notes.learnerId, deletedAt: notes.deletedAt })
    .from(notes)
    .where(and(eq(notes.tenantId, tenantId), eq(notes.noteId, noteId)))
    .for('update')
  return note
}
