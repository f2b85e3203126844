import { visitBeat } from '@/lib/domain/study-input'
import { learnerDoor } from '@/lib/request/door'
import { beat } from '@/lib/training/study'

/** A sign of life of a visit. */
export const POST = learnerDoor(visitBeat, beat)
