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
  /** What that moment is of; null where the platform does not say, or it is of neither. */
  kind: 'video' | 'document' | null
  /** What it was written at; null where the platform does not say. */
  resourceId: string | null
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

/** Whether the moment of a note is one of what is on the stage: its section may have had another video or document when it was written. */
export function isOfPlace(note: Pick<Note, 'kind' | 'resourceId'>, place: NewNotePlace): boolean {
  return (note.kind ?? place.noteKind) === place.noteKind && (note.resourceId === null || place.resourceId === undefined || note.resourceId === place.resourceId)
}
