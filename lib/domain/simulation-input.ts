import { z } from 'zod'

/** A launch as it was sealed for the browser, and the id of the last result that the browser has, which answers no question a second time. */
export const simulationRef = z.object({ launch: z.string().min(40).max(4_000), taken: z.string().max(4_000).optional() })
