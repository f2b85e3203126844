import { useState, type Dispatch, type SetStateAction } from 'react'

/** The ids of what was taken out of a list here, until a list comes without it: it is to be seen should a later one have it again. */
export function useGone(items: readonly { id: string }[]): [readonly string[], Dispatch<SetStateAction<readonly string[]>>] {
  const [gone, setGone] = useState<readonly string[]>([])
  const [known, setKnown] = useState(items)
  if (known !== items) {
    setKnown(items)
    setGone(gone.filter((one) => items.some(({ id }) => id === one)))
  }
  return [gone, setGone]
}
