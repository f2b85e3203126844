import { z } from 'zod'
import { idInput } from './courses-input'
import { postMapStates } from './post-maps'

/** The post map that is asked for, or joined. */
export const postMapInput = z.object({ id: idInput })
/** A skill of a post map. */
export const postMapSkillInput = z.object({ postMapId: idInput, skillId: idInput })
/** The filter that an address names; all unless it says so. */
export const postMapFilterInput = z.object({ state: z.enum(postMapStates).or(z.literal('all')).catch('all') })
