// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signBook } from '@/components/mistakes/book-signs'
import { MistakeToggle } from '@/components/mistakes/mistake-toggle'
import { Providers } from '@/components/shell/providers'
import { serveToasts } from '@/components/ui/notify'
import type { SafeHtml } from '@/lib/domain/rich-text'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ refresh: () => undefined, push: () => undefined }) }))

const toasts: string[] = []
const door = vi.fn<() => Promise<Response>>()
let stop = () => {}
beforeEach(() => {
  toasts.length = 0
  stop = serveToasts(({ text }) => toasts.push(text))
  vi.stubGlobal('fetch', door)
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

const toggle = <Providers><MistakeToggle target={{ source: 'practice', questionId: '1', kind: 'single', content: '<p>Question 1</p>' as SafeHtml, mistakeId: '9' }} mark={{ inBook: true, mistakeId: '9' }} /></Providers>

it('says beside the button of a question why it stands in the book as before, until it is pressed again', async () => {
  show(toggle)
  door.mockResolvedValueOnce(Response.json({ error: { code: 'timeout' } }, { status: 504 }))
  fireEvent.click(screen.getByRole('button', { name: '移除错题' }))
  expect((await screen.findByRole('alert')).textContent).toBe('网络请求超时')
  expect(toasts).toEqual(['网络请求超时'])
  door.mockResolvedValueOnce(Response.json({ inBook: false, mistakeId: null }))
  fireEvent.click(await screen.findByRole('button', { name: '移除错题' }))
  await screen.findByRole('button', { name: '加入错题' })
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says nothing any more once another place took the question out', async () => {
  show(toggle)
  door.mockResolvedValueOnce(Response.json({ error: { code: 'timeout' } }, { status: 504 }))
  fireEvent.click(screen.getByRole('button', { name: '移除错题' }))
  await screen.findByRole('alert')
  act(() => signBook({ source: 'practice', questionId: '1', mark: { inBook: false, mistakeId: null } }))
  expect(screen.getByRole('button', { name: '加入错题' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
