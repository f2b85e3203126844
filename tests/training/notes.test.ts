import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { NewNotePlace } from '@/lib/domain/notes'
import { addNote, deleteNote, editNote, listNotes } from '@/lib/training/notes'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const video: NewNotePlace = { kind: 'course', ownerId: '3001', chapterId: '3101', sectionId: '3201', resourceId: '7001', noteKind: 'video' }

describe('notes', () => {
  it('of the demo world lead back to their moments', async () => {
    const notes = await listNotes(await platform.learner('liming', 82), video)
    expect(notes.map(({ moment }) => moment)).toEqual([44, 27, 12])
    expect(notes[0]!.text).toContain('脱离电源')
  })

  it('are written, changed and deleted', async () => {
    const learner = await platform.learner('learner020', 82)
    await addNote(learner, { ...video, text: '停电、验电、接地', moment: 190 })
    const [note] = await listNotes(learner, video)
    expect(note).toMatchObject({ text: '停电、验电、接地', moment: 190, kind: 'video' })
    await editNote(learner, { ...video, id: note!.id, text: '先停电，再验电', moment: 190 })
    expect((await listNotes(learner, video))[0]).toMatchObject({ id: note!.id, text: '先停电，再验电', moment: 190 })
    await deleteNote(learner, { id: note!.id })
    await deleteNote(learner, { id: note!.id })
    expect(await listNotes(learner, video)).toEqual([])
  })

  it('of a section are all found, whatever they were written at', async () => {
    const learner = await platform.learner('learner024', 82)
    await addNote(learner, { ...video, resourceId: undefined, noteKind: 'other', text: '打开之前', moment: null })
    await addNote(learner, { ...video, text: '打开之后', moment: 12 })
    expect((await listNotes(learner, video)).map(({ text, resourceId }) => [text, resourceId]).toSorted()).toEqual([['打开之前', null], ['打开之后', '7001']].toSorted())
  })

  it('are one\'s own: nobody else changes or deletes them', async () => {
    const [own, other] = [await platform.learner('learner021', 82), await platform.learner('learner022', 82)]
    await addNote(own, { ...video, text: '我的', moment: null })
    const [note] = await listNotes(own, video)
    await expect(editNote(other, { ...video, id: note!.id, text: '改', moment: null })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(deleteNote(other, { id: note!.id })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await listNotes(own, video)).toEqual([note])
    expect(await listNotes(other, video)).toEqual([])
  })

  it('that say nothing or too much are refused, and nothing is kept', async () => {
    const learner = await platform.learner('learner023', 82)
    await expect(addNote(learner, { ...video, text: ' ', moment: null })).rejects.toMatchObject({ code: 'rejected', message: '添加笔记不能为空' })
    await expect(addNote(learner, { ...video, text: '字'.repeat(201), moment: null })).rejects.toMatchObject({ code: 'rejected' })
    expect(await listNotes(learner, video)).toEqual([])
  })

  it('number their kinds in their own way, and are asked for by a query without a body', async () => {
    const asked: string[] = []
    platform.server.use(http.post(`${UPSTREAM}/train/app/note/selectNoteByUserId`, async ({ request }) => {
      asked.push(new URL(request.url).search, await request.text())
      return HttpResponse.json({ code: 0, data: [{ id: '9', noteContent: '文档', createTime: '2026-03-01 09:00:00' }] })
    }, { once: true }))
    const notes = await listNotes(await platform.learner('liming', 82), { kind: 'plan', ownerId: '5001', itemId: '5101', chapterId: '3101', sectionId: '3202', resourceId: '7002', noteKind: 'document' })
    expect(asked).toEqual(['?coursePlanId=5001&coursePlanType=2&planContentId=5101&sectionId=3202', ''])
    expect(notes).toEqual([{ id: '9', text: '文档', writtenAt: '2026-03-01T09:00:00+08:00', moment: null, kind: null, resourceId: null }])
  })

  it.each([[200, { code: 1, msg: '参数错误' }], [500, { code: 500, msg: null }]])('are asked for with what the section has where a platform wants that named: %i', async (status, refusal) => {
    const asked: (string | null)[][] = []
    platform.server.use(http.post(`${UPSTREAM}/train/app/note/selectNoteByUserId`, ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(['chapterId', 'resourceId'].map((name) => searchParams.get(name)))
      return searchParams.has('type') && searchParams.has('chapterId') ? HttpResponse.json({ code: 0, data: [] }) : HttpResponse.json(refusal, { status })
    }))
    const learner = await platform.learner('liming', 82)
    expect(await listNotes(learner, video)).toEqual([])
    expect(await listNotes(learner, { ...video, resourceId: undefined })).toEqual([])
    expect(asked).toEqual([[null, null], ['3101', '7001'], [null, null], ['3101', null]])
    await expect(listNotes(learner, { ...video, chapterId: undefined })).rejects.toThrow()
  })
})
