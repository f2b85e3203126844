import { z } from 'zod'

/** The path of a file at the top of a domain, in its parts. */
export const siteFileInput = z.object({ file: z.array(z.string().max(64)).max(2) })
