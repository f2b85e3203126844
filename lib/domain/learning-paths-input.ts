import { z } from 'zod'
import { idInput } from './courses-input'

/** The path that is asked for. */
export const pathInput = z.object({ id: idInput })
/** A node of a path. */
export const pathNodeInput = z.object({ pathId: idInput, nodeId: idInput })
