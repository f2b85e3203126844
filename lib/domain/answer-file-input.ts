import { z } from 'zod'

/** An answer file, letter for letter. */
export const answerFileInput = z.object({ file: z.string().min(1).max(300_000) })

/** The answer files of an exam. */
export const answerFilesInput = z.object({ examId: z.string().regex(/^[\w-]{1,64}$/) })
