// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { CourseDetailHero } from '@/components/courses/course-detail-hero'
import type { Chapter, Section } from '@/lib/domain/catalogue'
import type { CourseDetail } from '@/lib/domain/course-detail'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push: () => undefined, refresh: () => undefined }) }))

const course: CourseDetail = {
  id: '3001', name: '低压电工基础', cover: { pictureUrl: null, words: null }, hours: 24, credits: 6, teacherName: '', companyName: '', joinCount: 1, rating: 0, isFavourite: false, state: 'notStarted', result: 'unfinished',
  sequential: false, permission: 'allowed', introduction: null, progressPercent: 0, currentSectionName: null, nextSectionName: null, currentChapterId: null, currentSectionId: null, learnedHours: 0, access: null,
}
const section: Section = { id: '3201', chapterId: '3101', name: '触电', kind: 'study', minutes: 10, requiredPercent: null, learnedMinutes: 0, state: 'notStarted', locked: false, sectionRecordId: null, resource: null, simulation: null }

it.each([
  ['of one section', [section], '1 章 1 小节', '完成条件：通过全部 1 个小节'],
  ['without sections, where there is nothing to pass', [], '1 章 0 小节', null],
])('a course %s says what completes it', async (_which, sections, size, rule) => {
  const chapters: Chapter[] = [{ id: '3101', name: '安全', locked: false, sections }]
  await act(async () => {
    show(<QueryClientProvider client={new QueryClient()}><CourseDetailHero course={course} chapters={Promise.resolve({ value: chapters })} certificate={Promise.resolve({ value: null })} /></QueryClientProvider>)
  })
  expect(screen.getByText(size)).toBeTruthy()
  expect(screen.queryByText(/^完成条件/)?.textContent ?? null).toBe(rule)
})
