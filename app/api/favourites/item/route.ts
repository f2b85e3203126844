import { favouriteInput } from '@/lib/domain/favourites-input'
import { learnerDoor } from '@/lib/request/door'
import { asWrite } from '@/lib/request/limits'
import { addFavourite, removeFavourite } from '@/lib/training/favourites'

/** Puts a course or plan into the collection. */
export const PUT = learnerDoor(favouriteInput, asWrite(addFavourite))
/** Takes it out again. */
export const DELETE = learnerDoor(favouriteInput, asWrite(removeFavourite))
