// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { CoursewareSession } from '@/components/courseware/courseware-session'
import CoursewareStage from '@/components/courseware/courseware-stage'
import ExamStage from '@/components/exams/exam-stage'
import { FrameMode } from '@/components/study/frame-mode'
import { Observable } from '@/components/study/observable'
import { SectionStage } from '@/components/study/section-stage'
import { StageMoment } from '@/components/study/stage-moment'
import { StudyNotice } from '@/components/study/study-notice'
import type { StudySession } from '@/components/study/study-session'
import { nothingStudied } from '@/components/study/study-visit'
import type { Section } from '@/lib/domain/catalogue'
import { stopsOf, type Player } from '@/lib/domain/player'
import { show } from '../../support/render'

const section: Section = {
  id: '12', chapterId: '1', name: '安全规程', kind: 'study', minutes: 20, requiredPercent: null, learnedMinutes: 0, state: 'notStarted', locked: false, sectionRecordId: null, simulation: null,
  resource: { kind: 'courseware', url: null, id: '7', captions: [] },
}
const player = { subject: { kind: 'course', id: '5001' }, items: [{ id: null, kind: 'course', targetId: '5001', name: 'x', state: 'unknown', chapters: [{ id: '1', name: 'x', locked: false, sections: [section] }] }] } as unknown as Player
const props = {
  learner: { id: '820001', name: '李明', account: 'liming', avatarUrl: null }, subject: player.subject, stop: stopsOf(player)[0]!, position: null, serverNow: 0, next: null, startsAtOnce: false,
  frame: new FrameMode(), moment: new StageMoment(), tell: () => undefined, onThrough: () => undefined, onDenied: () => undefined,
}

const onStage = (content: ReactElement) => show(
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    <main id="main" tabIndex={-1}>{content}</main>
  </QueryClientProvider>,
)

async function press(name: string) {
  const button = await screen.findByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
const onFocus = () => document.activeElement

it('the keyboard stays on the stage when the turn to count is taken there', async () => {
  const session = Object.assign(new Observable({ ...nothingStudied, reason: 'elsewhere' as const }), { takeTurn: () => undefined })
  onStage(<><section data-keys tabIndex={-1} aria-label="content" /><StudyNotice session={session as unknown as StudySession} /></>)
  await press('在此计时')
  expect(onFocus()).toBe(screen.getByRole('region', { name: 'content' }))
})

it('the keyboard stays on the stage when courseware is opened again there', async () => {
  vi.spyOn(CoursewareSession.prototype, 'open').mockImplementation(function open(this: CoursewareSession) {
    this.set({ phase: 'over' })
    return () => undefined
  })
  vi.spyOn(CoursewareSession.prototype, 'again').mockImplementation(function again(this: CoursewareSession) {
    this.set({ phase: 'opening' })
  })
  onTestFinished(() => void vi.restoreAllMocks())
  onStage(<CoursewareStage {...props} section={section} />)
  await press('重新打开')
  expect(onFocus()).toBe(screen.getByRole('main'))
})

it('the keyboard stays on the stage when a section is asked for again', async () => {
  const answers = [new Response(null, { status: 502 }), Response.json({ section, position: null, serverNow: 0 })]
  vi.stubGlobal('fetch', async () => answers.shift())
  onTestFinished(() => void vi.unstubAllGlobals())
  onStage(<SectionStage {...props} given={null} hasContentHost={false} toDetail={null} />)
  await press('重试')
  expect(await screen.findByText('尚未配置课件域名，请联系管理人员')).toBeTruthy()
  expect(onFocus()).toBe(screen.getByRole('main'))
})

it('the keyboard stays on the stage when an exam is asked for again', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 502 }))
  onTestFinished(() => void vi.unstubAllGlobals())
  onStage(<ExamStage {...props} />)
  await press('重试')
  expect(onFocus()).toBe(screen.getByRole('main'))
})
