import { z } from 'zod'

/** The path of a file of the platform, below /admin/file or /train/file. */
export const filePathInput = z.object({ path: z.array(z.string().min(1).max(255)).min(2).max(12) })
