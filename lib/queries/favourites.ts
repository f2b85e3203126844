import type { FavouriteTarget } from '@/lib/domain/favourites'
import { bff } from './bff'
import { sendWish } from './wishes'

/** Puts a course or plan into my collection, or takes it out. */
export const setFavourite = ({ kind, id }: FavouriteTarget, favourite: boolean) =>
  sendWish(`favourite/${kind}/${id}`, String(favourite), (operationId) =>
    favourite ? bff.put<null>('favourites/item', { kind, id, operationId }) : bff.delete<null>('favourites/item', { kind, id, operationId }))
