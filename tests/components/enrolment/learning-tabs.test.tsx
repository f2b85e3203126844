// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { LearningDetailPage } from '@/components/enrolment/learning-detail'
import { Providers } from '@/components/shell/providers'
import type { LearningDetail } from '@/lib/domain/course-detail'
import { show } from '../../support/render'

let query = ''
vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push: () => undefined, refresh: () => undefined }), usePathname: () => '/CurriculumDetil', useSearchParams: () => new URLSearchParams(query) }))

const detail = { id: '3001', name: '低压电工', introduction: null, state: 'inProgress' } as unknown as LearningDetail
const page = () => <Providers><LearningDetailPage kind="course" detail={detail} closure={null} tab="introduction" hero={null} side={null} catalogue={null} /></Providers>
const queries = () => [...within(screen.getByRole('navigation', { name: '课程内容' })).getAllByRole('link'), screen.getByRole('link', { name: '查看目录' })].map((link) => Object.fromEntries(new URL(link.getAttribute('href')!, 'http://x').searchParams))
const [course, catalogue] = [{ id: '3001', title: '低压电工' }, { id: '3001', title: '低压电工', tab: 'catalogue' }]

it('the page of reviews to which one has turned goes along to the other view of a course', () => {
  const { rerender } = show(page())
  expect(queries()).toEqual([course, catalogue, catalogue])
  query = 'id=3001&reviews=3'
  rerender(page())
  expect(queries()).toEqual([{ ...course, reviews: '3' }, { ...catalogue, reviews: '3' }, { ...catalogue, reviews: '3' }])
  query = 'id=3001&reviews=x%26tab'
  rerender(page())
  expect(queries()).toEqual([course, catalogue, catalogue])
})
