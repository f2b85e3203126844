import { z } from 'zod'

/** The id of what a learner wishes, made by the browser: sent again it is the same wish. A page of an older build sends none. */
export const operationIdInput = z.string().regex(/^[\w-]{8,64}$/).optional()
