import { z } from 'zod'

/** The path of a file of the platform, below /admin/file, /train/file or a folder that the operator names. */
export const filePathInput = z.object({ path: z.array(z.string().min(1).max(255)).min(2).max(12) })
