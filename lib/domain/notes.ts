import { characterCount } from './reviews'
import type { EnrolmentKind } from './enrolment'
import { openedKind, type OpenedSection, type PlayerSubject, type Stop } from './player'

/** The longest note, in characters (spec 1 §5). */
export const maxNoteLength = 200

export const noteKinds = ['video', 'document', 'other'] as const
export type NoteKind = (typeof noteKinds)[number]

/** Where a note belongs: a section of a course, or of a course inside a plan; an exam of a plan has no section. */
export type NotePlace = {
  kind: EnrolmentKind
  /** The course or plan. */
  ownerId: string
  itemId?: string | undefined
  chapterId?: string | undefined
  sectionId?: string | undefined
  resourceId?: string | undefined
  noteKind?: NoteKind | undefined
}
export type NewNotePlace = NotePlace & { noteKind: NoteKind }

export type Note = {
  id: string
  text: string
  /** ISO 8601 with offset. */
  writtenAt: string | null
  /** Second of the video or page of the document it was taken at; null for none, or where the platform does not keep it. */
  moment: number | null
}

/** The length of a note as it is kept, in characters: without what is blank around it. */
export function noteLength(text: string): number {
  return characterCount(text.trim())
}

/** Why a note is not taken, null when it is. */
export function noteProblem(text: string): 'empty' | 'tooLong' | null {
  if (text.trim() === '') return 'empty'
  return noteLength(text) > maxNoteLength ? 'tooLong' : null
}

/** Where a note at a stop of the player belongs: at what its section has once it is opened, for some catalogues name no resources. */
export function newNotePlaceOf({ kind, id }: Pick<PlayerSubject, 'kind' | 'id'>, stop: Stop, opened: OpenedSection | undefined): NewNotePlace {
  const shown = openedKind(stop, opened)
  return {
    kind, ownerId: id, noteKind: shown === 'video' || shown === 'document' ? shown : 'other',
    itemId: stop.item.id ?? undefined, chapterId: stop.chapter?.id, sectionId: stop.section?.id, resourceId: (opened?.section.resource?.id ?? stop.section?.resource?.id) ?? undefined,
  }
}

/**
 * Where the notes of a stop are looked for: at the whole section where the catalogue names no resource or not what it is, or another than
 * was opened, for some were written before it was opened and some since.
 */
export function notePlaceOf(subject: Pick<PlayerSubject, 'kind' | 'id'>, stop: Stop, opened: OpenedSection | undefined): NotePlace {
  const listed = newNotePlaceOf(subject, stop, undefined)
  const written = newNotePlaceOf(subject, stop, opened)
  const isKnown = listed.resourceId && stop.kind !== 'study' && listed.resourceId === written.resourceId && listed.noteKind === written.noteKind
  return stop.section && !isKnown ? { ...listed, resourceId: undefined, noteKind: undefined } : listed
}
