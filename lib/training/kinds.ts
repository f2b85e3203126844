import 'server-only'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import { wireEnum } from './wire'

/** Course or plan as most calls number them (contract 2.1: fruitType, collectionType, commentType, queryExamType, contentState). */
export const kindNumber: Record<EnrolmentKind, 1 | 2> = { course: 1, plan: 2 }

/** The content type of sections and of nodes to study; `absent` where the platform names none. */
export const wireSectionKind = (field: string, absent: 'study' | 'unknown' = 'unknown') => wireEnum(field, { 1: 'study', 2: 'simulation', 3: 'exam' }, absent)
export const sectionKindNumber = { study: 1, simulation: 2, exam: 3, unknown: 1 } as const
