import type { BookMark, MistakeTarget } from '@/lib/domain/mistakes'
import { bff } from './bff'

/** Puts a question into my wrong-question book, or takes it out. */
export const setBookMark = (target: MistakeTarget, inBook: boolean) => bff.put<BookMark>('mistakes/item', { target, inBook })
