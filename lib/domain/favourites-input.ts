import { z } from 'zod'
import { idInput } from './courses-input'
import { collectionKinds } from './favourites'

export const favouriteInput = z.object({ kind: z.enum(collectionKinds), id: idInput })

/** The address of my collection; courses unless it says plans. */
export const collectionInput = z.object({ kind: z.enum(collectionKinds).catch('course') })
