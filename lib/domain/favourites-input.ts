import { z } from 'zod'
import { idInput } from './courses-input'

export const favouriteInput = z.object({ kind: z.enum(['course', 'plan']), id: idInput })
