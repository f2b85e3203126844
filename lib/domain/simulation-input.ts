import { z } from 'zod'

/** A launch as it was sealed for the browser. */
export const simulationRef = z.object({ launch: z.string().min(40).max(4_000) })
