import { postMapInput } from '@/lib/domain/post-maps-input'
import { learnerDoor } from '@/lib/request/door'
import { joinPostMap } from '@/lib/training/post-maps'

/** Joins a post map. */
export const POST = learnerDoor(postMapInput, joinPostMap)
