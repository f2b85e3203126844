import { expect, it } from 'vitest'
import type { Resource, Section } from '@/lib/domain/catalogue'
import { isOfPlace, newNotePlaceOf, type Note } from '@/lib/domain/notes'
import type { Stop } from '@/lib/domain/player'

const resource: Resource = { kind: 'video', url: null, id: '7001', captions: [] }
const section: Section = { id: '11', chapterId: '1', name: '用电安全概述', kind: 'study', minutes: 20, requiredPercent: null, learnedMinutes: 0, state: 'notStarted', locked: false, sectionRecordId: null, resource: null, simulation: null }
const stop: Stop = {
  key: '/11', item: { id: null, kind: 'course', targetId: '3001', name: '', state: 'unknown', chapters: [] }, chapter: { id: '1', name: '', locked: false, sections: [section] }, section,
  name: section.name, kind: 'study', state: 'notStarted', locked: false,
}
const placeOf = (stop: Stop, opened?: Section) => newNotePlaceOf({ kind: 'course', id: '3001' }, stop, opened && { section: opened, position: null, serverNow: 0 })

it('a note belongs to the resource of the opened section where the catalogue names none', () => {
  expect(placeOf(stop)).toMatchObject({ sectionId: '11', noteKind: 'other', resourceId: undefined })
  expect(placeOf(stop, { ...section, resource })).toMatchObject({ sectionId: '11', noteKind: 'video', resourceId: '7001' })
})

it('a note keeps what the catalogue says where the opened section says less', () => {
  const listed: Stop = { ...stop, kind: 'video', section: { ...section, resource } }
  expect([placeOf(listed), placeOf(listed, section)]).toEqual([1, 2].map(() => expect.objectContaining({ noteKind: 'video', resourceId: '7001' })))
})

it.each<[Pick<Note, 'kind' | 'resourceId'>, boolean]>([
  [{ kind: 'video', resourceId: '7001' }, true], [{ kind: 'video', resourceId: null }, true], [{ kind: null, resourceId: null }, true],
  [{ kind: 'video', resourceId: '7002' }, false], [{ kind: 'document', resourceId: null }, false], [{ kind: 'document', resourceId: '7001' }, false],
])('a note leads back to nothing but what it was written at: %j', (note, leads) => {
  expect(isOfPlace(note, placeOf(stop, { ...section, resource }))).toBe(leads)
})
