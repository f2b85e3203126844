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

const listedAt = (stop: Stop, opened?: Section) => notePlaceOf({ kind: 'course', id: '3001' }, stop, opened && { section: opened, position: null, serverNow: 0 })
const wholeSection = { kind: 'course', ownerId: '3001', itemId: undefined, chapterId: '1', sectionId: '11', resourceId: undefined, noteKind: undefined }

it('a note belongs to the resource of the opened section where the catalogue names none', () => {
  expect(placeOf(stop)).toMatchObject({ sectionId: '11', noteKind: 'other', resourceId: undefined })
  expect(placeOf(stop, { ...section, resource })).toMatchObject({ sectionId: '11', noteKind: 'video', resourceId: '7001' })
})

it('a note keeps what the catalogue says where the opened section says less', () => {
  const listed: Stop = { ...stop, kind: 'video', section: { ...section, resource } }
  expect([placeOf(listed), placeOf(listed, section)]).toEqual([1, 2].map(() => expect.objectContaining({ noteKind: 'video', resourceId: '7001' })))
})

it('notes are looked for at the whole section where the catalogue names no resource, wherever in it they were written', () => {
  expect(listedAt(stop)).toEqual(wholeSection)
  expect(listedAt(stop, { ...section, resource })).toEqual(wholeSection)
  expect(listedAt({ ...stop, kind: 'video', section: { ...section, resource } })).toMatchObject({ noteKind: 'video', resourceId: '7001' })
  expect(listedAt({ ...stop, kind: 'exam', section: null })).toMatchObject({ noteKind: 'other' })
})

it('notes are looked for at the whole section where the catalogue names a resource and not what it is, before it is opened as after', () => {
  const untyped: Stop = { ...stop, section: { ...section, resource: { ...resource, kind: 'unknown' } } }
  expect([listedAt(untyped), listedAt(untyped, { ...section, resource })]).toEqual([wholeSection, wholeSection])
})

it.each([['another resource', { ...resource, id: '7002' }], ['another kind', { ...resource, kind: 'document' as const }]])('notes are looked for at the whole section where %s is opened than the catalogue says', (_, other) => {
  const listed: Stop = { ...stop, kind: 'video', section: { ...section, resource } }
  expect(listedAt(listed, { ...section, resource: other })).toEqual(wholeSection)
  expect(listedAt(listed, { ...section, resource })).toMatchObject({ noteKind: 'video', resourceId: '7001' })
})
