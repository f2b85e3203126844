import type { Calendar } from './calendar.ts'
import type { SubjectKey, Title } from './courses/outline.ts'
import type { Random } from './random.ts'
import { randomOf } from './random.ts'
import type { Rows } from './rows.ts'
import type { Totals } from './totals.ts'

export type Question = {
  id: number
  subjectId: number
  kind: 'single' | 'multiple' | 'judgement'
  optionIds: readonly number[]
  rightIds: readonly number[]
}

export type Subject = { id: number; key: SubjectKey | null; title: Title; questions: Question[] }

export type Paper = {
  id: number
  totalScore: number
  questions: readonly { question: Question; score: number }[]
  practicalGroups: readonly { groupId: number; title: string; score: number }[]
}

export type Simulation = { id: number; tasks: readonly { teachingPoint: string; task: string; score: number; question: Question }[] }

export type Exam = {
  id: number
  title: string
  kind: 'theory' | 'simulation' | 'practical'
  paper: Paper
  simulation: Simulation | null
  attemptsAllowed: number | null
  passScore: number
  answerMinutes: number
  startsAt: Date
  endsAt: Date
}

export type Section = {
  id: number
  courseId: number
  chapterId: number
  kind: 'video' | 'document' | 'courseware' | 'simulation' | 'exam'
  studyMinutes: number
  requiredPercent: number | null
  startsLocked: boolean
  resourceId: number | null
  simulation: Simulation | null
  exam: Exam | null
}

export type Template = {
  id: number
  layout: 'vertical' | 'horizontal'
  validity: 'permanent' | 'months' | 'until'
  months: number | null
  validUntil: Date | null
  issuer: string
  logoUrl: string
  numberPrefix: string
}

export type Course = { id: number; title: string; sequential: boolean; open: boolean; template: Template | null; sections: readonly Section[] }

export type PlanItem = { id: number; planId: number } & ({ kind: 'course'; course: Course } | { kind: 'exam'; exam: Exam })

export type Plan = { id: number; title: string; template: Template | null; items: readonly PlanItem[]; sectionCount: number; startsAt: Date | null; endsAt: Date | null; forbidden: boolean }

/** One tenant of the world while it is being made. */
export type TenantWorld = {
  tenantId: number
  calendar: Calendar
  rows: Rows
  totals: Totals
  /** The id that stands for `number` in this tenant: tenant 82 has the small ones of the contract. */
  at(number: number): number
  /** The next id of a kind of rows. */
  next(kind: string, first?: number): number
  random(...name: (string | number)[]): Random
  subjects: Map<SubjectKey, Subject>
  simulations: Map<number, Simulation>
  courses: Map<number, Course>
  plans: Map<number, Plan>
  exams: Map<number, Exam>
  /** Classes of a learner. */
  classesOf: Map<number, number[]>
}

/** A tenant without anything in it yet. */
export function emptyTenant(tenantId: number, { calendar, rows, totals }: { calendar: Calendar; rows: Rows; totals: Totals }): TenantWorld {
  const offset = tenantId === 82 ? 0 : tenantId * 10_000
  const counters = new Map<string, number>()
  return {
    tenantId, calendar, rows, totals,
    at: (number) => offset + number,
    next(kind, first = 1) {
      const id = (counters.get(kind) ?? (tenantId === 82 ? 0 : tenantId * 10_000_000) + first - 1) + 1
      counters.set(kind, id)
      return id
    },
    random: (...name) => randomOf(tenantId, ...name),
    subjects: new Map(),
    simulations: new Map(),
    courses: new Map(),
    plans: new Map(),
    exams: new Map(),
    classesOf: new Map(),
  }
}

/** What a map holds under a key that must be there. */
export function need<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined) throw new Error(`The world has nothing under ${String(key)}.`)
  return value
}
