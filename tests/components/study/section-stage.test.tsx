// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { FrameMode } from '@/components/study/frame-mode'
import { SectionStage } from '@/components/study/section-stage'
import { StageMoment } from '@/components/study/stage-moment'
import type { StageProps } from '@/components/study/stage-props'
import type { Section } from '@/lib/domain/catalogue'
import { stopsOf, type OpenedSection, type Player, type PlayerItem } from '@/lib/domain/player'
import type { ClockEvent } from '@/lib/domain/study'
import { show } from '../../support/render'

vi.mock('@/components/study/video/video-stage', () => ({ default: ({ section, onDenied }: StageProps) => <p>a video<button onClick={onDenied}>{section?.resource?.url}</button></p> }))
vi.mock('@/components/study/document/document-stage', () => ({ default: () => <p>a document</p> }))
vi.mock('@/components/courseware/courseware-stage', () => ({ default: ({ onDenied }: StageProps) => <button onClick={onDenied}>courseware</button> }))
vi.mock('@/components/exams/exam-stage', () => ({ default: () => <p>an exam</p> }))

const listed: Section = {
  id: '12', chapterId: '1', name: '安全规程', kind: 'study', minutes: 20, requiredPercent: null, learnedMinutes: 0, state: 'notStarted', locked: false, sectionRecordId: null, resource: null, simulation: null,
}
const resource = (kind: 'video' | 'document' | 'courseware' | 'unknown') => ({ kind, url: '/api/files/a', id: '7', captions: [] })
const subject: Player['subject'] = {
  kind: 'course', id: '5001', name: 'x', coverUrl: null, teacherName: '', companyName: '', rating: 0, hours: 2, credits: 1, progressPercent: 0, learnedHours: 0, state: 'inProgress', permission: 'allowed', window: 'open',
}

const itemOf = (sections: Section[], more: Partial<PlayerItem> = {}): PlayerItem => ({ id: null, kind: 'course', targetId: '5001', name: 'x', state: 'unknown', chapters: [{ id: '1', name: 'x', locked: false, sections }], ...more })

/** The stage of the last stop of an item. */
function staged(item: PlayerItem, given: OpenedSection | null, kind: 'course' | 'plan' = 'course', hasContentHost = false) {
  const told: ClockEvent[] = []
  const denied = vi.fn()
  const shown = { ...subject, kind }
  show(
    <QueryClientProvider client={new QueryClient()}>
      <SectionStage
        learner={{ id: '820001', name: '李明', account: 'liming', avatarUrl: null }} subject={shown} stop={stopsOf({ subject: shown, items: [item] }).at(-1)!} frame={new FrameMode()} moment={new StageMoment()} toDetail={null}
        hasContentHost={hasContentHost} given={given} startsAtOnce={false} next={null}
        tell={(event) => void told.push(event)} onThrough={() => undefined} onDenied={denied}
      />
    </QueryClientProvider>,
  )
  return Object.assign(told, { denied })
}

/** What the stage shows of a section that the catalogue lists one way and that says another of itself. */
const opened = (inCatalogue: Partial<Section>, itself: Partial<Section>) => staged(itemOf([{ ...listed, ...inCatalogue }]), { section: { ...listed, ...inCatalogue, ...itself }, position: null, serverNow: 0 })

// Counted as the catalogue says until the section says otherwise.
it.each<[string, Partial<Section>, Partial<Section>, string, 'playing' | 'present' | null]>([
  ['a video that the catalogue does not say', {}, { resource: resource('video') }, 'a video', 'playing'],
  ['a document that the catalogue calls a video', { resource: resource('video') }, { resource: resource('document') }, 'a document', 'present'],
  ['a document that the catalogue does not say', {}, { resource: resource('document') }, 'a document', null],
  ['a video that the catalogue calls a document', { resource: resource('document') }, { resource: resource('video') }, 'a video', 'playing'],
  ['courseware without a host of its own', {}, { resource: resource('courseware') }, '尚未配置课件域名，请联系管理人员', null],
  ['a video that does not say itself what it is', { resource: resource('video') }, { resource: resource('unknown') }, 'a video', null],
  ['an exam that does not say itself what it is', { kind: 'exam' }, { kind: 'unknown', resource: resource('video') }, 'an exam', null],
])('shows %s, and has its time counted as such', async (_name, inCatalogue, itself, text, mode) => {
  const told = opened(inCatalogue, itself)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(told.filter(({ type }) => type === 'mode')).toEqual(mode ? [{ type: 'mode', mode }] : [])
})

it('says of content of a kind it does not know that it cannot show it, and leads to it, where its time counts', () => {
  const told = opened({ resource: resource('unknown') }, { resource: resource('unknown') })
  expect(screen.getByText('此类内容不能在本页显示')).toBeTruthy()
  expect(screen.queryByText('缺少资源文件')).toBeNull()
  expect(told.filter(({ type }) => type === 'ready')).toEqual([])
  const link = screen.getByRole('link', { name: '在新窗口打开文件' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/api/files/a', '_blank'])
  link.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(link)
  expect(told).toContainEqual({ type: 'ready', ready: true })
})

it('says of content of a kind it does not know that its file is missing only where it is, and nothing of a state it does not know', () => {
  opened({ state: 'unknown', resource: { ...resource('unknown'), url: null } }, {})
  expect(screen.getByText('缺少资源文件')).toBeTruthy()
  expect(screen.queryByText('未开始')).toBeNull()
})

it.each<[string, PlayerItem, string]>([
  ['a section that waits for another one', itemOf([listed, { ...listed, id: '13', locked: true }], { id: '91' }), '通过前一小节后，请到计划详情页解锁。'],
  ['the first section of a course that waits for the beginning of its plan', itemOf([{ ...listed, locked: true }], { id: '91' }), '开始学习计划后开放'],
  ['an exam that waits for the beginning of its plan', { ...itemOf([], { id: '92', kind: 'exam' }), chapters: [], locked: true }, '开始学习计划后开放'],
  ['a section of a course that nobody may study', itemOf([listed], { id: '91', refusal: '本课程仅限高处作业班学员学习' }), '本课程仅限高处作业班学员学习'],
  ['a section of a course that nobody may study, without words', itemOf([listed], { id: '91', refusal: '' }), '您无权限学习本课程/计划，详情请咨询管理人员'],
])('says of %s what opens it, or why nothing does', (_name, item, text) => {
  staged(item, null, 'plan')
  expect(screen.getByText('该小节尚未解锁')).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
})

it('opens a section of a plan through its item', async () => {
  const asked = vi.fn(async (_url: string, _given: RequestInit) => new Promise<Response>(() => undefined))
  vi.stubGlobal('fetch', asked)
  onTestFinished(() => void vi.unstubAllGlobals())
  staged(itemOf([listed], { id: '91' }), null, 'plan')
  await waitFor(() => expect(asked).toHaveBeenCalled(), { timeout: 10_000 })
  expect(JSON.parse(asked.mock.calls[0]![1].body as string)).toEqual({ kind: 'plan', id: '5001', itemId: '91', chapterId: '1', sectionId: '12' })
})

it('asks for another address when one is refused, which was perhaps signed for a while only, and not again and again', async () => {
  let count = 0
  const asked = vi.fn(async () => Response.json({ section: { ...listed, resource: { ...resource('video'), url: `/api/files/a?signed=${(count += 1)}` } }, position: null, serverNow: 0 }))
  vi.stubGlobal('fetch', asked)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { denied } = opened({}, { resource: resource('video') })
  fireEvent.click(await screen.findByText('/api/files/a'))
  const renewed = await screen.findByText('/api/files/a?signed=1')
  fireEvent.click(renewed)
  fireEvent.click(renewed)
  expect(denied).toHaveBeenCalledTimes(3)
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  onTestFinished(() => void vi.restoreAllMocks())
  fireEvent.click(renewed)
  expect(await screen.findByText('/api/files/a?signed=2')).toBeTruthy()
  expect(asked).toHaveBeenCalledTimes(2)
})

it('courseware that is refused is asked for by its own stage alone', async () => {
  const asked = vi.fn(async () => new Promise<Response>(() => undefined))
  vi.stubGlobal('fetch', asked)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { denied } = staged(itemOf([listed]), { section: { ...listed, resource: resource('courseware') }, position: null, serverNow: 0 }, 'course', true)
  fireEvent.click(await screen.findByText('courseware'))
  await Promise.resolve()
  expect([denied.mock.calls.length, asked.mock.calls.length]).toEqual([1, 0])
})
