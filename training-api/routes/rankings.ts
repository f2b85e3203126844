import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { wireId, wireInt } from '../params.ts'
import { isClassMember } from '../queries/classes.ts'
import { readRanking, wholeTenant } from '../queries/rankings.ts'
import type { Ranking, RankingRow } from '../queries/rankings.ts'
import type { Placed, RankingMetric } from '../rules/rankings.ts'
import { hoursShown } from '../rules/study.ts'

const scopes = { 1: 'course', 2: 'plan', 3: 'class' } as const
const noRanking: Ranking = { rows: [], own: null }

/** How the value of a ranking is named and counted on the wire. */
const values = {
  hours: (minutes: number) => ({ sumHours: hoursShown(minutes) }),
  points: (points: number) => ({ integralSum: points }),
  count: (count: number) => ({ sum: count }),
} as const

/** D2 to D4, D6 to D8: rankings of the tenant, of a course, plan or class (contract 4.3). */
export function bindRankings(api: Api, { db }: ApiContext): void {
  const ofTenant = [
    ['/train/app/courseChapter/selectCourseHoursSortByCourseIdOfMy', 'minutes', 'hours'],
    ['/train/app/plan/getAllClassIntegralSortOfMy', 'points', 'points'],
    ['/train/app/plan/getClassCertificateBySortOfMy', 'certificates', 'count'],
  ] as const
  for (const [path, metric, value] of ofTenant) {
    api.learner('GET', path, {}, async (caller) => rankingShape(await readRanking(db, { ...caller, ...wholeTenant, metric }), value))
  }

  const ofContent = [
    ['/train/app/courseChapter/selectCourseHoursSortByCourseId', 'minutes', 'hours'],
    ['/train/app/plan/getClassIntegralSort', 'points', 'points'],
  ] as const satisfies [string, RankingMetric, keyof typeof values][]
  for (const [path, metric, value] of ofContent) {
    api.learner('GET', path, { integralState: wireInt.pipe(z.literal([1, 2, 3])), curriculumId: wireId }, async (caller, { integralState, curriculumId }) => {
      const scope = scopes[integralState]
      const hidden = scope === 'class' && !(await isClassMember(db, { ...caller, classId: curriculumId }))
      const ranking = hidden ? noRanking : await readRanking(db, { ...caller, scope, scopeId: curriculumId, metric })
      return rankingShape(ranking, value)
    })
  }

  api.learner('GET', '/train/examPlan/examInstanceSort', {}, async (caller) => {
    const { rows } = await readRanking(db, { ...caller, ...wholeTenant, metric: 'mistakes' })
    return rows.map((row) => rowShape(row, 'count'))
  })
}

function rankingShape({ rows, own }: Ranking, value: keyof typeof values) {
  return { integralSort: rows.map((row) => rowShape(row, value)), myself: own === null ? null : rowShape(own, value) }
}

function rowShape(row: Placed<RankingRow>, value: keyof typeof values) {
  return {
    userId: row.learnerId,
    userName: row.name,
    workNumber: row.workNumber,
    headUrl: row.avatarUrl,
    ...values[value](row.value),
    sortIndex: row.rank,
  }
}
