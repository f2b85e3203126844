import type { FavouriteTarget } from '@/lib/domain/favourites'
import { bff } from './bff'

/** Puts a course or plan into my collection, or takes it out. */
export const setFavourite = ({ kind, id }: FavouriteTarget, favourite: boolean) =>
  favourite ? bff.put<null>('favourites/item', { kind, id }) : bff.delete<null>('favourites/item', { kind, id })
