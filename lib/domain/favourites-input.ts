import { z } from 'zod'
import { idInput } from './courses-input'
import { collectionKinds } from './favourites'
import { operationIdInput } from './operation-input'

export const favouriteInput = z.object({ kind: z.enum(collectionKinds), id: idInput, operationId: operationIdInput })

/** The address of my collection; courses unless it says plans. */
export const collectionInput = z.object({ kind: z.enum(collectionKinds).catch('course') })
