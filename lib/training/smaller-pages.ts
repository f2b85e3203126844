import 'server-only'
import { TooLargeReply } from './errors'

const SMALLER_PAGE = 10

/** What a walk through the pages of a list finds; where one is too large to come, pictures in its texts, from the beginning in smaller ones. */
export async function inSmallerPages<T>(size: number, walk: (size: number) => Promise<T>): Promise<T> {
  try {
    return await walk(size)
  } catch (error) {
    if (!(error instanceof TooLargeReply)) throw error
    return walk(SMALLER_PAGE)
  }
}
