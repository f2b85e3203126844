import 'server-only'
import { z } from 'zod'
import type { Learner } from '@/lib/domain/learner'
import { rankingOf, rankingRows, type ContentMetric, type Ranking, type RankingMetric, type RankingRow, type RankingScope } from '@/lib/domain/rankings'
import { training } from './client'
import { wireFile } from './files'
import { shownHours, unwrapped, wireIdMaybe, wireList, wireNumberMaybe, wirePart, wireText, wireTextMaybe } from './wire'

const scopeNumber: Record<RankingScope['scope'], number> = { course: 1, plan: 2, class: 3 }

const row = z.object({
  userId: wireIdMaybe, userName: wireTextMaybe, userRealName: wireText, workNumber: wireTextMaybe, avatar: wireFile, headUrl: wireFile, sortIndex: wireNumberMaybe,
  sumHours: wireNumberMaybe.transform((hours) => (hours === null ? null : shownHours(hours))), integralSum: wireNumberMaybe, sum: wireNumberMaybe,
})
const rows = wireList(row)
const ranking = unwrapped(z.object({ integralSort: rows, myself: wirePart(row) }).nullable())

/** The field that is a ranking's own (contract 4.3); a row may carry the others as well. */
const fieldOf = { hours: 'sumHours', points: 'integralSum', certificates: 'sum', mistakes: 'sum' } as const satisfies Record<RankingMetric, keyof z.infer<typeof row>>

/** A row at the place that the platform says, else at the one given. */
function rowOf(metric: RankingMetric, wire: z.infer<typeof row>, place: number): RankingRow {
  return {
    learnerId: wire.userId ?? '', name: wire.userName ?? wire.userRealName, workNumber: wire.workNumber, avatarUrl: wire.avatar ?? wire.headUrl,
    value: wire[fieldOf[metric]] ?? wire.sumHours ?? wire.integralSum ?? wire.sum ?? 0, rank: wire.sortIndex ?? place,
  }
}

/** Rows in their order; one more than are shown is the caller's own, put below them whatever its place (contract 5.9). */
const listed = (metric: RankingMetric, wires: z.infer<typeof row>[]) =>
  wires.map((wire, index) => rowOf(metric, wire, index === rankingRows && wires.length === rankingRows + 1 ? 0 : index + 1))

async function withOwn(learner: Learner, metric: RankingMetric, asked: Promise<z.infer<typeof ranking>>): Promise<Ranking> {
  const wire = await asked
  return rankingOf(listed(metric, wire?.integralSort ?? []), wire?.myself ? rowOf(metric, wire.myself, 0) : null, learner.id)
}

/** The ranking of the whole tenant by hours (D2), points (D3), certificates (D4) or wrong questions (D8). */
export async function getRanking(learner: Learner, { metric }: { metric: RankingMetric }): Promise<Ranking> {
  switch (metric) {
    case 'hours': return withOwn(learner, metric, training.get(learner, 'train/app/courseChapter/selectCourseHoursSortByCourseIdOfMy', {}, ranking))
    case 'points': return withOwn(learner, metric, training.get(learner, 'train/app/plan/getAllClassIntegralSortOfMy', {}, ranking))
    case 'certificates': return withOwn(learner, metric, training.get(learner, 'train/app/plan/getClassCertificateBySortOfMy', {}, ranking))
    // A plain list without the own place (contract 8): that is found in it, or is not known.
    case 'mistakes': return rankingOf(listed(metric, await training.get(learner, 'train/examPlan/examInstanceSort', {}, rows)), null, learner.id)
  }
}

/** The ranking of a course, plan or class by hours (D6) or points (D7). */
export function getContentRanking(learner: Learner, { scope, id, metric }: RankingScope & { metric: ContentMetric }): Promise<Ranking> {
  const query = { integralState: scopeNumber[scope], curriculumId: id }
  const path = metric === 'hours' ? 'train/app/courseChapter/selectCourseHoursSortByCourseId' : 'train/app/plan/getClassIntegralSort'
  return withOwn(learner, metric, training.get(learner, path, query, ranking))
}
