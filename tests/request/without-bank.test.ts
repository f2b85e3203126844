import type { ReactElement, ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import PracticePage from '@/app/[tenant]/[locale]/(focus)/ToBrushQuestions/page'
import { MistakesView } from '@/app/[tenant]/[locale]/(learner)/MyStudy/mistakes'
import { ContinueExercise } from '@/components/practice/continue-exercise'

const session = { exerciseBank: false }
vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key, getRequestConfig: (config: unknown) => config, getNow: async () => new Date() }))
vi.mock('@/lib/request/learner', () => ({ requireAsking: async () => ({ learner: { id: '1' }, session }) }))
vi.mock('@/lib/training/mistakes', () => ({ countBook: async () => null, listBook: async () => ({ items: [], total: 0, page: 1, size: 10 }), listBookSubjects: async () => [] }))

/** What a page gives inside its messages, and which of them. */
type Page = ReactElement<{ areas: string[]; children: ReactElement<{ backHref?: string; children?: ReactNode }> }>

it.each([[true, '/BrushExercises', false], [false, '/MyStudy?tab=mistakes', true]])('where there is an exercise bank (%j), practice leads back to %s, and above the wrong-question book stands from the first sight the exercise that was left: %j', async (exerciseBank, back, isThere) => {
  session.exerciseBank = exerciseBank
  const practice = (await PracticePage({ searchParams: Promise.resolve({ subjectId: '7', subjectName: '低压电工' }) })) as Page
  expect(practice.props.children.props.backHref).toBe(back)
  const book = (await MistakesView({ query: {} })) as Page
  const left = [book.props.children.props.children].flat().find(Boolean) as ReactElement<{ learnerId: string }> | undefined
  expect([left?.type === ContinueExercise, left?.props.learnerId, book.props.areas.includes('practice')]).toEqual([isThere, isThere ? '1' : undefined, isThere])
})
