'use client'

import { useEffect, useRef } from 'react'

/** Which list was shown last; some pages begin anew with each address, and what is theirs goes with them. */
let shown = ''
/** A list by its address; those of the personal centre share its path. */
const listOf = (address: string) => /^[^?]*(\?(tab|thisId)=[^&]*)?/.exec(address)![0]

/** Says what a list holds once search, filter, order or page have changed its address; nothing of a list that one has just come to. */
export function ListSaid({ at, text }: { /** The address of what is shown. */ at: string; text: string }) {
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // Written anew each time, so that words that are the same as before are said again.
    box.current!.textContent = shown !== at && listOf(shown) === listOf(at) ? text : ''
    shown = at
  }, [at, text])
  return <p className="sr" role="status" ref={box} />
}
