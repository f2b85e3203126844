import { z } from 'zod'
import { idInput } from './courses-input'

/** A course or plan to start or to go on with. */
export const enrolmentTargetInput = z.object({ kind: z.enum(['course', 'plan']), id: idInput })
