import { z } from 'zod'

/** Which of my certificates. */
export const certificateIdInput = z.object({ id: z.string().regex(/^\d{1,19}$/) })
