// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { MistakeDialog } from '@/components/mistakes/mistake-dialog'
import { Providers } from '@/components/shell/providers'
import type { Mistake } from '@/lib/domain/mistakes'
import type { SafeHtml } from '@/lib/domain/rich-text'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ refresh: () => undefined, push: () => undefined }) }))

const mistake: Mistake = {
  id: '1', source: 'theory', questionId: 'q1', kind: 'single', content: '<p>Question</p>' as SafeHtml, attemptId: '5', answerId: '6', chosenIds: [], subjectName: '低压电工', wrongAt: null, review: null, origin: null,
}

it('a question of another source is another one, though its id is the same', async () => {
  const told = { ...mistake, options: [], score: 0, correctIds: [], isRight: false, inBook: true, isWithheld: false, mistakeId: '1', analysis: null, accuracyPercent: null, shares: [] }
  vi.stubGlobal('fetch', vi.fn((url: string) => Promise.resolve(Response.json({ ...told, content: `<p>${new URL(url, 'http://x').searchParams.get('source')}</p>` }))))
  const dialog = (source: Mistake['source']) => <Providers><MistakeDialog key={source} mistake={{ ...mistake, source }} onClose={() => undefined} /></Providers>
  const { rerender } = show(dialog('theory'))
  expect(await screen.findByText('theory')).toBeTruthy()
  rerender(dialog('practice'))
  expect(screen.queryByText('theory')).toBeNull()
  expect(await screen.findByText('practice')).toBeTruthy()
})
