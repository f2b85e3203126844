import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { routes } from '@/lib/routes'
import { readNotices } from '@/lib/training/notice-index'
import { UPSTREAM } from '../support/platform'

const pasted = `<p>甲<img src="data:image/png;base64,${'A'.repeat(600_000)}"></p>`
const contents = [pasted, `${pasted}${pasted}`, '𠮷'.repeat(600_000), `${pasted}${'𠮷'.repeat(600_000)}`]
const long = '𠮷'.repeat(10_000)
const server = setupServer(http.get(`${UPSTREAM}/train/app/notice/getAllNotice`, () => HttpResponse.json({
  code: 0, data: contents.map((noticeContent, at) => ({ id: at, noticeContent, releaseStatus: 1, noticeTitle: long, releaseName: long, fileName: long, createTime: '2026-03-01 09:00:00' })),
})))
beforeAll(() => server.listen())
afterAll(() => server.close())

it('a notice with a title in Latin letters is in the language of its text', async () => {
  const one = (id: number, noticeContent: string) => ({ id, noticeTitle: 'ISO 9001:2015', noticeContent, releaseStatus: 1, releaseName: '', createTime: '2026-03-01 09:00:00' })
  server.use(http.get(`${UPSTREAM}/train/app/notice/getAllNotice`, () => HttpResponse.json({ code: 0, data: [one(1, `<p><img src="data:image/png;base64,${'A/'.repeat(50_000)}">质量管理体系内审安排</p>`), one(2, '<p>The audit begins on Monday.</p>')] }), { once: true }))
  const { list } = await readNotices({ tenantId: '82', locale: 'zh' })
  expect(Object.fromEntries(list.map(({ id, language }) => [id, language]))).toEqual({ 1: 'zh', 2: 'en' })
})

it('a notice whose id has half a letter in it has an address', async () => {
  server.use(http.get(`${UPSTREAM}/train/app/notice/getAllNotice`, () => HttpResponse.json({ code: 0, data: [{ id: 'a\ud800', noticeTitle: '通知', releaseStatus: 1 }] }), { once: true }))
  const { list } = await readNotices({ tenantId: '82', locale: 'zh' })
  expect(list.map(({ id }) => routes.notice(id))).toEqual(['/news/a%EF%BF%BD'])
})

it('a notice that is too long is without its pasted pictures, and without its end where that is not enough; so are its words', async () => {
  const { list, texts } = await readNotices({ tenantId: '82', locale: 'zh' })
  const bare = '<p>甲<img></p>'
  const expected = [pasted, bare + bare, '𠮷'.repeat(500_000), `${bare}${'𠮷'.repeat((1_000_000 - bare.length - 1) / 2)}`]
  for (const [at, content] of expected.entries()) expect(texts.get(String(at))?.content === content, `content ${at}`).toBe(true)
  const words = '𠮷'.repeat(250)
  expect([list[0]?.title, list[0]?.publisher, texts.get('0')?.fileName]).toEqual([words, words, words])
})
