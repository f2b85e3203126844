import { describe, expect, it, vi } from 'vitest'
import type { ReactElement } from 'react'
import MyCoursesPage from '@/app/[tenant]/[locale]/(learner)/myCurriculum/page'
import MyPlansPage from '@/app/[tenant]/[locale]/(learner)/myPlanList/page'
import MyExamsPage from '@/app/[tenant]/[locale]/(learner)/myTestPapers/page'
import { SearchBar } from '@/components/ui/search-bar'

const none = vi.hoisted(() => async (_: unknown, { page, size }: { page: number; size: number }) => ({ items: [], total: 1000, page, size }))
vi.mock('next/headers', () => ({ headers: async () => new Headers() }))
vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key, getNow: async () => new Date(), getRequestConfig: (config: unknown) => config }))
vi.mock('@/lib/request/learner', () => ({ requireLearner: async () => ({}) }))
vi.mock('@/lib/training/courses', () => ({ listMyCourses: none, countMyCourses: async () => ({}) }))
vi.mock('@/lib/training/plans', () => ({ listMyPlans: none, countMyPlans: async () => ({}) }))
vi.mock('@/lib/training/exams', () => ({ listExams: none, countExams: async () => ({}) }))

type Page = (props: { searchParams: Promise<Record<string, string>> }) => Promise<ReactElement<{ children: ReactElement<object, (props: object) => Promise<ReactElement>> }>>
type Found = ReactElement<{ keep?: object; children?: Found | Found[] }>

const searchIn = (element: Found | Found[] | undefined): Found | undefined => {
  if (Array.isArray(element)) return element.map(searchIn).find(Boolean)
  return element?.type === SearchBar ? element : element?.props && searchIn(element.props.children)
}

/** What a search from a view of a list keeps of it. */
async function kept(page: unknown, query: Record<string, string>) {
  const { type, props } = (await (page as Page)({ searchParams: Promise.resolve(query) })).props.children
  return JSON.parse(JSON.stringify(searchIn((await type(props)) as Found)?.props.keep)) as object
}

describe('a search', () => {
  it.each([
    ['my courses', MyCoursesPage, { state: 'learning', size: '16', page: '2', name: '焊' }, { state: 'learning', size: 16 }],
    ['my plans', MyPlansPage, { state: 'expired', size: '32', page: '2' }, { state: 'expired', size: 32 }],
    ['my exams', MyExamsPage, { state: 'failed', kind: 'theory', size: '20', page: '3', name: '焊' }, { state: 'failed', kind: 'theory', size: 20 }],
    ['my courses as they begin', MyCoursesPage, {}, {}],
    ['my exams as they begin', MyExamsPage, {}, {}],
  ])('through %s keeps filter and size, and begins on page 1', async (_, page, query, keep) => {
    expect(await kept(page, query)).toEqual(keep)
  })
})
