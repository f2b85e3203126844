import { expect, it } from 'vitest'
import type { Resource, Section } from '@/lib/domain/catalogue'
import { newNotePlaceOf, notePlaceOf } from '@/lib/domain/notes'
import type { Stop } from '@/lib/domain/player'

const resource: Resource = { kind: 'video', url: null, id: '7001', captions: [] }
const section: Section = { id: '11', chapterId: '1', name: '用电安全概述', kind: 'study', minutes: 20, requiredPercent: null, learnedMinutes: 0, state: 'notStarted', locked: false, sectionRecordId: null, resource: null, simulation: null }
const stop: Stop = {
  key: '/11', item: { id: null, kind: 'course', targetId: '3001', name: '', state: 'unknown', chapters: [] }, chapter: { id: '1', name: '', locked: false, sections: [section] }, section,
  name: section.name, kind: 'study', state: 'notStarted', locked: false,
}
const placeOf = (stop: Stop, opened?: Section) => newNotePlaceOf({ kind: 'course', id: '3001' }, stop, opened && { section: opened, position: null, serverNow: 0 })

const listedAt = (stop: Stop) => notePlaceOf({ kind: 'course', id: '3001' }, stop)
const wholeSection = { kind: 'course', ownerId: '3001', itemId: undefined, chapterId: '1', sectionId: '11', resourceId: undefined, noteKind: undefined }

it('a note belongs to the resource of the opened section where the catalogue names none', () => {
  expect(placeOf(stop)).toMatchObject({ sectionId: '11', noteKind: 'other', resourceId: undefined })
  expect(placeOf(stop, { ...section, resource })).toMatchObject({ sectionId: '11', noteKind: 'video', resourceId: '7001' })
})

it('a note keeps what the catalogue says where the opened section says less', () => {
  const listed: Stop = { ...stop, kind: 'video', section: { ...section, resource } }
  expect([placeOf(listed), placeOf(listed, section)]).toEqual([1, 2].map(() => expect.objectContaining({ noteKind: 'video', resourceId: '7001' })))
})

it.each<[string, Section['resource'], Stop['kind']]>([
  ['names no resource', null, 'study'], ['names one', resource, 'video'], ['names one and not what it is', { ...resource, kind: 'unknown' }, 'study'],
])('notes are looked for at the whole section where the catalogue %s: it may have had another when they were written', (_what, named, kind) => {
  expect(listedAt({ ...stop, kind, section: { ...section, resource: named } })).toEqual(wholeSection)
})

it('notes of an exam of a plan, which has no section, are looked for as they are written', () => {
  const exam: Stop = { ...stop, kind: 'exam', section: null }
  expect(listedAt(exam)).toEqual(placeOf(exam))
})
