// @vitest-environment jsdom
import type { UseQueryResult } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ProfileSkeleton } from '@/components/account/profile-skeleton'
import { RowsListSkeleton } from '@/components/cards/rows-list-skeleton'
import { CertificatesSkeleton } from '@/components/certificates/certificates-skeleton'
import { ClassesSkeleton } from '@/components/classes/classes-skeleton'
import { MyClasses } from '@/components/classes/my-classes'
import { AttemptHistory } from '@/components/exams/attempt-history'
import { MyExamsSkeleton } from '@/components/exams/my-exams-skeleton'
import { LearningDataSkeleton } from '@/components/learner/learning-data-skeleton'
import { LearningPathsSkeleton } from '@/components/learning-paths/learning-paths-skeleton'
import { MyLearningPaths } from '@/components/learning-paths/my-learning-paths'
import { AskedCourses } from '@/components/linked-courses/asked-courses'
import { MyPostMaps } from '@/components/post-maps/my-post-maps'
import { PostMapsSkeleton } from '@/components/post-maps/post-maps-skeleton'
import { LearningRankings } from '@/components/rankings/learning-rankings'
import type { LinkedCourse } from '@/lib/domain/linked-courses'
import type { Locale } from '@/lib/domain/locale'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push: () => undefined }), useSearchParams: () => new URLSearchParams(), usePathname: () => '/' }))

const labels: [Locale, string][] = [['zh', '去课程库看看'], ['en', 'Go to the course library'], ['ja', 'コースライブラリへ']]

describe('a view without content', () => {
  it.each(labels)('leads on to the library (%s)', async (locale, label) => {
    const none = { value: [] }
    const linked = { data: [] } as unknown as UseQueryResult<LinkedCourse[]>
    for (const view of [<MyClasses key="1" classes={none} />, <MyLearningPaths key="2" paths={none} />, <MyPostMaps key="3" filter="all" maps={none} />, <AskedCourses key="4" asked={linked}>{() => null}</AskedCourses>]) {
      const { unmount } = show(view, locale)
      expect((await screen.findByRole('link', { name: label })).getAttribute('href')).toBe('/Curriculum')
      unmount()
    }
    const ranking = Promise.resolve({ value: { rows: [], own: null }, error: null })
    await act(async () => void show(<Suspense><LearningRankings metric="hours" ranking={ranking as never} /></Suspense>, locale))
    expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe('/Curriculum')
  })

  it('of attempts has a picture, beside the exam that is begun there', () => {
    const { container } = show(<AttemptHistory place={{ origin: 'standalone', examId: '8001', paperId: '8200' }} kind="theory" attempts={[]} />)
    expect(screen.getByText('还没有作答记录')).toBeTruthy()
    expect(container.querySelector('svg.art')).toBeTruthy()
  })
})

describe('a view that is on its way', () => {
  it.each([
    ['messages', <RowsListSkeleton key="1" />, '.tabs, .skel-row', 11], ['exams', <MyExamsSkeleton key="2" />, '.searchbar, .tabs, ul > li', 12],
    ['certificates', <CertificatesSkeleton key="3" />, 'ul > li .panel', 4], ['post maps', <PostMapsSkeleton key="4" />, '.tabs, ul > li .panel', 7], ['classes', <ClassesSkeleton key="5" />, 'ul > li .panel', 2],
    ['learning paths', <LearningPathsSkeleton key="6" />, 'ul > li .panel', 3], ['the profile', <ProfileSkeleton key="7" />, '.panel', 5], ['the learning data', <LearningDataSkeleton key="8" />, '.panel, ul > li, .tabs, .skel-row', 22],
  ])('holds the place of all parts of %s, and of no covers', (_what, view, parts, count) => {
    const { container } = show(view)
    expect(container.querySelectorAll(parts)).toHaveLength(count)
    expect(container.querySelector('.skel-cover')).toBeNull()
  })
})
