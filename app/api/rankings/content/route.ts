import { contentRankingInput } from '@/lib/domain/rankings-input'
import { learnerDoor } from '@/lib/request/door'
import { getContentRanking } from '@/lib/training/rankings'

/** The ranking of a course, plan or class by hours or points. */
export const GET = learnerDoor(contentRankingInput, getContentRanking)
