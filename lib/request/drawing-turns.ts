import 'server-only'
import { turnsOf } from '@/lib/domain/turns'

/** Few pictures are decoded at a time, so that they cannot take the memory and the threads of everything else. */
export const inTurn = turnsOf(2)
