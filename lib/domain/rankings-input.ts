import { z } from 'zod'
import { idInput } from './courses-input'
import { contentMetrics, rankingMetrics, rankingScopes } from './rankings'

/** The ranking of a course, plan or class that is asked for. */
export const contentRankingInput = z.object({ scope: z.enum(rankingScopes), id: idInput, metric: z.enum(contentMetrics) })

/** The ranking that an address of the learning data names; hours unless it says so. */
export const rankingInput = z.object({ ranking: z.enum(rankingMetrics).catch('hours') })
