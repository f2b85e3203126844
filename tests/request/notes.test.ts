import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { writeNote } from '@/lib/request/notes'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const place = { kind: 'course', ownerId: '3001', chapterId: '3101', sectionId: '3201', resourceId: '7001', noteKind: 'video' } as const
const note = (operationId: string) => ({ ...place, text: '停电、验电', moment: null, operationId })
afterEach(() => platform.server.resetHandlers())

const wireNow = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** A platform that knows no operation ids, keeps what it is told, and answers or not. */
function plainPlatform(written: { noteContent: string; createTime: string }[] = []) {
  const state = { written, answers: true, reads: true }
  platform.server.use(
    http.post(`${UPSTREAM}/train/app/note`, async ({ request }) => {
      const { noteContent } = (await request.json()) as { noteContent: string }
      written.push({ noteContent, createTime: wireNow() })
      return state.answers ? HttpResponse.json({ code: 0, data: true }) : HttpResponse.error()
    }),
    http.post(`${UPSTREAM}/train/app/note/selectNoteByUserId`, () =>
      state.reads ? HttpResponse.json({ code: 0, data: written.map((one, at) => ({ id: String(at + 1), ...one })) }) : HttpResponse.error()),
  )
  return state
}

describe('a new note', () => {
  it('is one, however often the browser asks', async () => {
    const { written } = plainPlatform()
    const learner = await platform.learner('liming', 82)
    await Promise.all([writeNote(learner, note('asked-twice')), writeNote(learner, note('asked-twice'))])
    await writeNote(learner, note('asked-twice'))
    expect(written).toHaveLength(1)
    await writeNote(learner, note('asked-anew'))
    expect(written).toHaveLength(2)
  })

  it('is never taken for another that came under its id', async () => {
    const { written } = plainPlatform()
    const learner = await platform.learner('liming', 82)
    await writeNote(learner, note('one-id'))
    await writeNote(learner, { ...note('one-id'), text: '挂接地线' })
    expect(written.map(({ noteContent }) => noteContent)).toEqual(['停电、验电', '挂接地线'])
    platform.server.resetHandlers()
    await writeNote(learner, note('ours-knows-ids'))
    await expect(writeNote(learner, { ...note('ours-knows-ids'), text: '挂接地线' })).rejects.toMatchObject({ code: 'rejected' })
  })

  it('is written when the platform has written it, though its answer was lost', async () => {
    const state = plainPlatform()
    state.answers = false
    expect(await writeNote(await platform.learner('liming', 82), note('answer-lost'))).toBeNull()
    expect(state.written).toHaveLength(1)
  })

  it('is looked for before it is written again when nothing could be read either', async () => {
    const state = plainPlatform()
    Object.assign(state, { answers: false, reads: false })
    const learner = await platform.learner('liming', 82)
    await expect(writeNote(learner, note('both-lost'))).rejects.toMatchObject({ code: 'failed' })
    Object.assign(state, { answers: true, reads: true })
    expect(await writeNote(learner, note('both-lost'))).toBeNull()
    expect(state.written).toHaveLength(1)
  })

  it('is not taken for an old one with the same words', async () => {
    plainPlatform([{ noteContent: '停电、验电', createTime: '2026-01-01 08:00:00' }])
    platform.server.use(http.post(`${UPSTREAM}/train/app/note`, () => HttpResponse.error()))
    await expect(writeNote(await platform.learner('liming', 82), note('same-words'))).rejects.toMatchObject({ code: 'failed' })
  })
})
