// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ExamWord } from '@/components/attempts/exam-word'
import LearningPathDialog from '@/components/learning-paths/learning-path-dialog'
import { StudyLedger } from '@/components/ledger/study-ledger'
import PostMapDialog from '@/components/post-maps/post-map-dialog'
import { PracticeRun } from '@/components/practice/practice-run'
import { PrepareDialog } from '@/components/practice/prepare-dialog'
import RankingDialog from '@/components/rankings/ranking-dialog'
import type { Player } from '@/lib/domain/player'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push: () => undefined, replace: () => undefined, refresh: () => undefined }), useSearchParams: () => new URLSearchParams(), usePathname: () => '/' }))

const name = '低压电工作业安全'
let answer: unknown = null
beforeEach(() => {
  answer = null
  vi.stubGlobal('fetch', vi.fn(async () => (answer ? Response.json(answer) : new Promise<never>(() => undefined))))
})
const within = (element: ReactElement) => show(<QueryClientProvider client={new QueryClient()}>{element}</QueryClientProvider>, 'en')
const nothing = () => undefined
const subject = { id: '7', title: name, singleCount: 60, multipleCount: 40, judgementCount: 20, total: 120 }
const player: Player = {
  subject: { kind: 'course', id: '3001', name, coverUrl: null, teacherName: '', companyName: '', rating: 0, hours: 2, credits: 1, progressPercent: 0, learnedHours: 0, state: 'inProgress', permission: 'allowed', window: 'open' },
  items: [],
}

const headings: [string, ReactElement][] = [
  ['a ranking', <RankingDialog key="1" target={{ scope: 'course', id: '3001' }} name={name} onClose={nothing} />],
  ['a learning path', <LearningPathDialog key="2" id="1" name={name} onClose={nothing} />],
  ['a post map', <PostMapDialog key="3" id="1" name={name} onJoined={nothing} onClose={nothing} />],
  ['a subject', <PrepareDialog key="4" subject={subject} onClose={nothing} />],
  ['an exercise', <PracticeRun key="5" learnerId="820001" what={{ from: 'subject', subjectId: '7', subjectName: name, count: 30, labels: [] }} drawId={null} title={name} backHref="/" hasBank />],
  ['an exam', <ExamWord key="6" name={name} title="x" text="x" backHref="/" />],
  ['the study time', <StudyLedger key="7" player={player} entries={null} />],
]

it.each(headings)('the name of %s in another language than the page is marked in its heading', (_what, element) => {
  within(element)
  const heading = screen.getByRole('heading', { name: new RegExp(name), hidden: true })
  expect([...heading.querySelectorAll('[lang]')].map((part) => [part.getAttribute('lang'), part.textContent])).toEqual([['zh-Hans', name]])
})

it('the way up to what was studied is marked too', () => {
  within(<StudyLedger player={player} entries={null} />)
  expect(screen.getByRole('link', { name }).closest('li')!.lang).toBe('zh-Hans')
})

it('a section that the platform has no more is called by the page in its own language', () => {
  within(<StudyLedger player={player} entries={[{ sectionId: '1', name: '', countedMinutes: 30, notCounted: [] }]} />)
  expect(screen.getByRole('rowheader', { name: 'A section that was removed' }).querySelector('[lang]')).toBeNull()
})

it('groups and labels of a subject are marked where they are chosen', async () => {
  answer = { groups: [{ id: '1', title: '难度', labels: [{ id: '11', title: '基础' }] }], count: 30 }
  within(<PrepareDialog subject={subject} onClose={nothing} />)
  expect((await screen.findByText('难度')).lang).toBe('zh-Hans')
  expect(screen.getAllByRole('option', { hidden: true }).map((option) => option.getAttribute('lang'))).toEqual([null, 'zh-Hans'])
})
