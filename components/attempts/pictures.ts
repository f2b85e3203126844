import { useEffect, useState } from 'react'
import type { PaperQuestion } from '@/lib/domain/attempts'
import { spread } from '@/lib/domain/spread'

/** Pictures of the paper by the address the platform gave, as copies that this page holds. */
export type Pictures = ReadonlyMap<string, string>

const [RETRY_MS, LONGEST_RETRY_MS] = [4_000, 8_000]
/** A platform in trouble may call a picture missing that is there. */
const MOST_REFUSALS = 4
/** What the server will most likely say again next time; 401, 408 and 429 pass. */
const isRefused = ({ status }: Response) => status >= 400 && status < 500 && ![401, 408, 429].includes(status)

/** What has to be fetched: a picture that was pasted into a text is there already. */
function addressesIn(questions: readonly PaperQuestion[]): string[] {
  const html = questions.flatMap(({ content, options }) => [content, ...options.map((option) => option.content)]).join('')
  return [...new Set([...html.matchAll(/<img\b[^>]*?\ssrc="(?!data:)([^"]+)"/g)].map(([, address]) => address!.replace(/&amp;/g, '&')))]
}

/** Fetches every picture of the paper at once and holds it, so that no question needs the network; what fails is tried again after eight seconds at most, what is refused a few times. */
export function usePictures(questions: readonly PaperQuestion[]): Pictures {
  const [pictures, setPictures] = useState<Pictures>(new Map())
  useEffect(() => {
    const off = new AbortController()
    const copies: string[] = []
    const fetchOne = async (address: string) => {
      let refusals = 0
      for (let pauseMs = RETRY_MS; !off.signal.aborted; pauseMs = Math.min(LONGEST_RETRY_MS, pauseMs * 2)) {
        const reply = await fetch(address, { signal: off.signal }).catch(() => null)
        const file = reply?.ok ? await reply.blob().catch(() => null) : null
        if (off.signal.aborted || (reply && isRefused(reply) && (refusals += 1) === MOST_REFUSALS)) return
        if (file) {
          const copy = URL.createObjectURL(file)
          copies.push(copy)
          return setPictures((held) => new Map(held).set(address, copy))
        }
        await new Promise((resolve) => setTimeout(resolve, spread(pauseMs)))
      }
    }
    for (const address of addressesIn(questions)) void fetchOne(address)
    return () => {
      off.abort()
      for (const copy of copies) URL.revokeObjectURL(copy)
    }
  }, [questions])
  return pictures
}

/** Shows the held copies in place of the platform's pictures. */
export function placePictures(box: HTMLElement | null, pictures: Pictures): void {
  for (const image of box?.querySelectorAll('img') ?? []) {
    const address = image.dataset.address ?? image.getAttribute('src') ?? ''
    const copy = pictures.get(address)
    if (!copy || image.src === copy) continue
    image.dataset.address = address
    image.loading = 'eager'
    image.src = copy
  }
}
