import { freshId } from '@/lib/domain/fresh-id'
import type { BookMark, MistakeSource } from '@/lib/domain/mistakes'

/** A question was put into the wrong-question book or taken out of it. */
export type BookSign = { source: MistakeSource; questionId: string; mark: BookMark }

const SIGN = 'mistakes:changed'
const CHANNEL = 'mistakes'
/** A channel is heard in its own window too, which has the event. */
type Letter = { from: string; sign: BookSign }
const thisWindow = freshId()

/** Tells every place of this page and of other windows that a question's place in the book has changed. */
export function signBook(sign: BookSign): void {
  window.dispatchEvent(new CustomEvent<BookSign>(SIGN, { detail: sign }))
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ from: thisWindow, sign } satisfies Letter)
  channel.close()
}

/** Hears of changes, here and in other windows; gives back how to stop. */
export function watchBook(heard: (sign: BookSign) => void): () => void {
  const here = (event: Event) => heard((event as CustomEvent<BookSign>).detail)
  window.addEventListener(SIGN, here)
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
  if (channel) channel.onmessage = ({ data: { from, sign } }: MessageEvent<Letter>) => from !== thisWindow && heard(sign)
  return () => {
    window.removeEventListener(SIGN, here)
    channel?.close()
  }
}
