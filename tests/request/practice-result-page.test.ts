import { Children, type ReactElement } from 'react'
import { expect, it, vi } from 'vitest'
import PracticeRecordPage from '@/app/[tenant]/[locale]/(learner)/BrushRecord/page'
import { PracticeRecord } from '@/components/practice/practice-record'
import { TrainingError } from '@/lib/training/errors'

// The result of an exercise that the platform keeps: what its page says when the platform tells it, does not know it, or says nothing.

vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key, getRequestConfig: (config: unknown) => config }))
vi.mock('@/lib/request/learner', () => ({ requireAsking: async () => ({ learner: { id: '1' }, session: { exerciseBank: true } }) }))
const { getDraw } = vi.hoisted(() => ({ getDraw: vi.fn() }))
vi.mock('@/lib/training/practice', () => ({ getDraw }))

const draw = { id: '7', subjectName: '低压电工', isFromBook: false, questions: [], answers: [], elapsedSeconds: 9, currentIndex: 0, isEnded: true, endedAt: '2026-03-05T10:00:00+08:00' }

it.each([
  ['what it keeps', draw, { draw, hasFailed: false }],
  ['that it does not know it', null, { draw: null, hasFailed: false }],
  ['that it has not ended', { ...draw, isEnded: false, endedAt: null }, { draw: null, hasFailed: false }],
  ['that there is none', new TrainingError('missing', 'x'), { draw: null, hasFailed: false }],
  ['nothing in time', new TrainingError('timeout', 'x'), { draw: null, hasFailed: true }],
])('where the platform says %s', async (_, told, shown) => {
  getDraw.mockImplementation(() => (told instanceof TrainingError ? Promise.reject(told) : Promise.resolve(told)))
  const page = (await PracticeRecordPage({ searchParams: Promise.resolve({ drawId: '7', shouldNumber: '4', actualNumber: '2' }) })) as ReactElement<{ children: ReactElement[] }>
  const record = Children.toArray(page.props.children).find((child): child is ReactElement => (child as ReactElement).type === PracticeRecord)!
  expect(record.props).toMatchObject({ ...shown, endedAt: null })
})
