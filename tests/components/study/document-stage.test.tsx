// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import DocumentStage from '@/components/study/document/document-stage'
import { DocumentError, type DocumentProblem } from '@/components/study/document/document-problem'
import { FrameMode } from '@/components/study/frame-mode'
import { giveKeysToStage } from '@/components/study/stage-keys'
import { StageMoment } from '@/components/study/stage-moment'
import type { Section } from '@/lib/domain/catalogue'
import { stopsOf, type Player } from '@/lib/domain/player'
import type { ClockEvent, StudyPosition } from '@/lib/domain/study'
import { show } from '../../support/render'

type Told = { onLost: (problem: DocumentProblem) => void }
const pdf = vi.hoisted(() => ({ problem: null as DocumentProblem | null, told: [] as Told[], pages: 9, drawn: new Promise<void>(() => undefined), text: '' }))
vi.mock('@/components/study/document/open-pdf', () => ({
  openPdf: async (_url: string, _signal: AbortSignal, told: Told) => {
    pdf.told.push(told)
    if (pdf.problem) throw new DocumentError(pdf.problem)
    const page = { getViewport: () => ({ width: 600, height: 800 }), render: () => ({ promise: pdf.drawn, cancel: () => undefined }), cleanup: () => undefined, getTextContent: async () => ({ items: [] }), getAnnotations: async () => [] }
    return { pdf: { numPages: pdf.pages, getPage: async () => page }, TextLayer: class {
      textDivs = []
      textContentItemsStr = []
      #container: HTMLElement
      constructor({ container }: { container: HTMLElement }) { this.#container = container }
      async render() { this.#container.append(pdf.text) }
    } }
  },
}))

class Sizes {
  observe() {}
  disconnect() {}
}
beforeEach(() => {
  [pdf.problem, pdf.told, pdf.pages, pdf.drawn, pdf.text] = [null, [], 9, new Promise(() => undefined), '']
  localStorage.clear()
  vi.stubGlobal('ResizeObserver', Sizes)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('fetch', async () => new Response('{}'))
  for (const name of ['clientWidth', 'clientHeight'] as const) vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(700)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const section: Section = {
  id: '12', chapterId: '1', name: '安全规程', kind: 'study', minutes: 20, requiredPercent: 50, learnedMinutes: 0, state: 'notStarted', locked: false, sectionRecordId: null, simulation: null,
  resource: { kind: 'document', url: '/api/files/a.docx', id: '7', captions: [] },
}
const player = { subject: { kind: 'course', id: '5001' }, items: [{ id: null, kind: 'course', targetId: '5001', name: 'x', state: 'unknown', chapters: [{ id: '1', name: 'x', locked: false, sections: [section] }] }] } as unknown as Player

function opened(position: StudyPosition | null = null) {
  const told: ClockEvent[] = []
  const denied = vi.fn()
  const at = (url: string) => (
    <DocumentStage
      learner={{ id: '820001', name: '李明', account: 'liming', avatarUrl: null }} subject={player.subject} stop={stopsOf(player)[0]!} section={{ ...section, resource: { ...section.resource!, url } }} position={position} serverNow={0} next={null} startsAtOnce={false}
      frame={new FrameMode()} moment={new StageMoment()} tell={(event) => void told.push(event)} onThrough={() => undefined} onDenied={denied}
    />
  )
  const { rerender } = show(at('/api/files/a.docx'))
  return { ready: () => told.filter(({ type }) => type === 'ready').map((event) => 'ready' in event && event.ready), denied, moves: (url: string) => rerender(at(url)) }
}

it.each(['unsupported', 'oldBrowser'] as const)('counts the time of a document that is opened beside the page: %s', async (problem) => {
  pdf.problem = problem
  const { ready } = opened()
  const link = await screen.findByRole('link', { name: '在新窗口打开文件' })
  expect(ready()).not.toContain(true)
  fireEvent.click(link)
  expect(ready().at(-1)).toBe(true)
})

it('says so when no more of a document comes, and opens it again where it was', async () => {
  const { ready } = opened()
  const page = await screen.findByRole<HTMLInputElement>('textbox', { name: /页码/ })
  fireEvent.change(page, { target: { value: '7' } })
  fireEvent.keyDown(page, { key: 'Enter' })
  fireEvent.blur(page)
  await waitFor(() => expect(page.value).toBe('7'))
  await waitFor(() => expect(ready().at(-1)).toBe(true))
  act(() => pdf.told[0]!.onLost('network'))
  expect(await screen.findByText('文档加载失败')).toBeTruthy()
  expect(ready().at(-1)).toBe(false)
  pdf.problem = 'network'
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await waitFor(() => expect(pdf.told).toHaveLength(2))
  pdf.problem = null
  fireEvent.click(await screen.findByRole('button', { name: '重试' }))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: /页码/ }).value).toBe('7'))
  // What the first one still says is about a document that is closed.
  act(() => pdf.told[0]!.onLost('network'))
  expect(screen.queryByText('文档加载失败')).toBeNull()
})

const pages = () => screen.getByRole('group', { name: '文档页面' })

it('takes the keyboard that the stage was given while it was on its way', () => {
  const main = document.body.appendChild(Object.assign(document.createElement('main'), { id: 'main', tabIndex: -1 }))
  onTestFinished(() => main.remove())
  giveKeysToStage()
  opened()
  expect(document.activeElement).toBe(pages())
})

it('keeps the keyboard when the button for another try goes with its press', async () => {
  pdf.problem = 'network'
  opened()
  const retry = await screen.findByRole('button', { name: '重试' })
  retry.focus()
  fireEvent.click(retry)
  expect(document.activeElement).toBe(pages())
})

it('has it noticed when a part of a document is refused', async () => {
  const { denied } = opened()
  await screen.findByRole('textbox', { name: /页码/ })
  act(() => pdf.told[0]!.onLost('denied'))
  expect(denied).toHaveBeenCalledOnce()
})

it('keeps the focus of who goes to the end by pages or by zoom', async () => {
  opened()
  const page = await screen.findByRole<HTMLInputElement>('textbox', { name: /页码/ })
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  // One that is natively disabled has no focus in a browser.
  const state = (name: string) => [button(name).disabled, button(name).getAttribute('aria-disabled')]
  await waitFor(() => expect(state('下一页')).toEqual([false, null]))
  expect(state('上一页')).toEqual([false, 'true'])
  for (let press = 0; press < 8; press += 1) fireEvent.click(button('下一页'))
  await waitFor(() => expect(page.value).toBe('9'))
  expect([state('上一页'), state('下一页')]).toEqual([[false, null], [false, 'true']])
  for (let press = 0; press < 20; press += 1) fireEvent.click(button('放大'))
  expect(state('放大')).toEqual([false, 'true'])
})

it('says on its sheet that a page cannot be drawn, and opens the document all the same', async () => {
  pdf.drawn = Promise.reject(new TypeError('x is not a function'))
  pdf.drawn.catch(() => undefined)
  opened()
  const sheet = await screen.findByRole('group', { name: '第 1 页，共 9 页' })
  await waitFor(() => expect(sheet.textContent).toBe('这一页无法显示'))
  expect(screen.getByRole('textbox', { name: /页码/ })).toBeTruthy()
})

it('has the text of a page that cannot be drawn, to be read out and found', async () => {
  pdf.drawn = Promise.reject(new TypeError('x is not a function'))
  pdf.drawn.catch(() => undefined)
  pdf.text = '安全规程'
  opened()
  const sheet = await screen.findByRole('group', { name: '第 1 页，共 9 页' })
  await waitFor(() => expect(sheet.textContent).toBe('这一页无法显示安全规程'))
})

it.each([[40, 40, '已回到上次阅读的第 40 页'], [10, 10, '已回到上次阅读的第 10 页'], [1, 1, null]])('leads back into a document of %i pages that was left on page 40: to page %i', async (pages, page, word) => {
  pdf.pages = pages
  opened({ position: 40, savedAt: 0, seq: 1 })
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /页码/ })).value).toBe(String(page))
  expect(screen.queryByText(/已回到/)?.textContent ?? null).toBe(word)
})

it('goes on where it was at another address of the same document, and does not speak of the last visit', async () => {
  const { moves } = opened({ position: 4, savedAt: 0, seq: 1 })
  expect(await screen.findByText('已回到上次阅读的第 4 页')).toBeTruthy()
  moves('/api/files/a.docx?signed=2')
  await waitFor(() => expect(pdf.told).toHaveLength(2))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /页码/ })).value).toBe('4')
  expect(screen.queryByText(/已回到/)).toBeNull()
})
