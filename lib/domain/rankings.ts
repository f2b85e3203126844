/** What learners are ranked by in the personal centre, in the order of its tabs (spec 1 §2). */
export const rankingMetrics = ['hours', 'points', 'certificates', 'mistakes'] as const
export type RankingMetric = (typeof rankingMetrics)[number]

/** What learners of one course, plan or class are ranked by. */
export const contentMetrics = ['hours', 'points'] as const satisfies RankingMetric[]
export type ContentMetric = (typeof contentMetrics)[number]

/** Among whom: the learners of a course or plan, or the members of a class. */
export const rankingScopes = ['course', 'plan', 'class'] as const
export type RankingScope = { scope: (typeof rankingScopes)[number]; id: string }

/** How many rows a ranking shows, and a side panel (spec 1 §9). */
export const rankingRows = 10
export const sideRankingRows = 6

/** A learner's place; the value is class hours, points, certificates or wrong questions. */
export type RankingRow = { learnerId: string; name: string; workNumber: string | null; avatarUrl: string | null; value: number; /** From 1; 0 where the platform does not say, of the own row only. */ rank: number }

/** The first rows of a ranking and the learner's own place; null where the platform knows none. */
export type Ranking = { rows: RankingRow[]; own: RankingRow | null }

/** The first ten of what a platform lists, and the own place: what it says, else the learner's row in the list. */
export function rankingOf(listed: RankingRow[], myself: RankingRow | null, learnerId: string): Ranking {
  const found = listed.find((row) => row.learnerId === learnerId) ?? null
  const own = myself && myself.rank === 0 && found ? { ...myself, rank: found.rank } : (myself ?? found)
  return { rows: listed.filter(({ rank }) => rank > 0 && rank <= rankingRows).slice(0, rankingRows), own }
}

/** What is shown of a ranking: so many rows, and the own place below them when it is not among them. */
export function shownRows({ rows, own }: Ranking, count: number): { top: RankingRow[]; below: RankingRow | null } {
  const top = rows.slice(0, count)
  return { top, below: own && (own.rank === 0 || own.rank > count) && !top.some(({ learnerId }) => learnerId === own.learnerId) ? own : null }
}

/** How long the bar of a row is, 0 to 1, beside the first. */
export function shareOfFirst({ rows }: Ranking, value: number): number {
  const most = rows[0]?.value ?? 0
  return most > 0 ? Math.min(1, Math.max(0, value / most)) : 0
}
