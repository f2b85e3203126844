// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import type { SafeHtml } from '@/lib/domain/rich-text'
import { setBookMark } from '@/lib/queries/mistakes'

afterEach(() => vi.unstubAllGlobals())

it('a question goes into the book however large the pictures are that stand in its text', async () => {
  const bodies: string[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    bodies.push(String(body))
    return Response.json({ inBook: true, mistakeId: '77' })
  })
  const content = `<p>甲<img src="data:image/png;base64,${'Ab9/'.repeat(200_000)}" alt="图"><img src="/api/files/train/file/a.png" alt=""></p>` as SafeHtml
  await setBookMark({ source: 'practice', questionId: '1', kind: 'single', content }, true)
  expect(bodies.map((body) => (JSON.parse(body) as { target: { content: string } }).target.content)).toEqual(['<p>甲<img alt="图"><img src="/api/files/train/file/a.png" alt=""></p>'])
})
