'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { RowsSkeleton } from '@/components/ui/skeletons'
import type { LinkedCourse } from '@/lib/domain/linked-courses'
import { routes } from '@/lib/routes'

/** Courses that are asked for when something is chosen: the skeleton, what failed, none, or all of them. */
export function AskedCourses({ asked, children }: { asked: UseQueryResult<LinkedCourse[]>; children: (courses: LinkedCourse[]) => ReactNode }) {
  const t = useTranslations('linkedCourses')
  if (asked.data) return asked.data.length > 0 ? children(asked.data) : <EmptyState compact text={t('none')} action={{ href: routes.courseLibrary(), label: t('toLibrary') }} />
  return asked.isError
    ? <ErrorState title={t('failed')} onRetry={() => void asked.refetch()} retrying={asked.isFetching} />
    : <RowsSkeleton count={2} height={96} picture />
}
