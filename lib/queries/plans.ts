import type { Chapter } from '@/lib/domain/catalogue'
import { bff } from './bff'

type PlanCourse = { planId: string; itemId: string; courseId: string }

/** The chapters of a course inside a plan, asked for when it is opened. */
export const planChapters = (course: PlanCourse) => ({
  queryKey: ['plan-chapters', course],
  queryFn: ({ signal }: { signal: AbortSignal }) => bff.get<Chapter[]>('plans/chapters', course, { signal }),
})
