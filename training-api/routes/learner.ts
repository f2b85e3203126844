import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { listLevels, readSummary } from '../queries/learner.ts'
import type { Level } from '../queries/learner.ts'
import type { Language } from '../rules/languages.ts'
import { levelOf } from '../rules/points.ts'
import { hoursShown } from '../rules/study.ts'
import { language } from './codes.ts'

/** D1, D5: what a learner has reached, and the ten levels (contract 4.3). */
export function bindLearner(api: Api, { db, clock }: ApiContext): void {
  api.learner('GET', '/train/web/getWebStudy', { languageType: language }, async (caller, { languageType }) => {
    const summary = await readSummary(db, { ...caller, now: clock.now() })
    if (summary === null) return null
    const levels = await listLevels(db, caller)
    const level = levelOf(levels, summary.points)
    return {
      sysUserDeptCompany: { userName: summary.name, departName: summary.departmentName ?? '', avatar: summary.avatarUrl },
      integralDescription: {
        id: level?.levelId ?? 1,
        sumIntegras: summary.points,
        gradeName: level === undefined ? null : levelName(level, languageType),
      },
      score: summary.credits,
      sumHours: hoursShown(summary.minutes),
      course: summary.courseCount,
      plan: summary.planCount,
      exam: summary.examCount,
      grade: summary.classCount,
    }
  })

  api.learner('GET', '/train/classIntegral/getIntegralDescription', { languageType: language }, async ({ tenantId }, { languageType }) => {
    const levels = await listLevels(db, { tenantId })
    return levels.map((level) => ({ id: level.levelId, gradeName: levelName(level, languageType), acquisitionCondition: level.pointsNeeded }))
  })
}

function levelName({ name, nameEn, nameJa }: Level, languageType: Language): string {
  return { zh: name, en: nameEn, ja: nameJa }[languageType]
}
