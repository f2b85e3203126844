import { useState } from 'react'

/** A state that begins as what the server says, and takes over what it says anew. */
export function useFollowed<T>(given: T): [T, (value: T) => void] {
  const [value, setValue] = useState(given)
  const [known, setKnown] = useState(given)
  if (known !== given) {
    setKnown(given)
    setValue(given)
  }
  return [value, setValue]
}
