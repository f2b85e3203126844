import { queryOptions } from '@tanstack/react-query'
import type { ContentMetric, Ranking, RankingScope } from '@/lib/domain/rankings'
import { bff } from './bff'

/** The ranking of a course, plan or class; each look at it asks again (spec 1 §4), and what was there stays meanwhile. */
export const contentRankingQuery = ({ scope, id, metric }: RankingScope & { metric: ContentMetric }) =>
  queryOptions({ queryKey: ['rankings', scope, id, metric], queryFn: ({ signal }) => bff.get<Ranking>('rankings/content', { scope, id, metric }, { signal }), staleTime: 0 })
