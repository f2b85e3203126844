/** What the screen says of the answers; `closed` papers say what became of them elsewhere. */
export type SaveState = 'saved' | 'saving' | 'device' | 'refused' | 'unsaved' | 'offline' | 'offlineUnkept' | 'elsewhere'

export type SaveFacts = {
  writing: 'here' | 'elsewhere' | 'closed'
  /** Changes that the server has not acknowledged. */
  pending: number
  /** They lie in storage that outlives the page. */
  isKept: boolean
  /** The last try did not get through. */
  isFailing: boolean
  /** They, or some of them, were turned down, though they got through. */
  isRefused: boolean
  /** The browser thinks that it has a network. */
  isOnline: boolean
}

/** Never better than it is: saved only when the server has all, on this device only when storage that lasts has it. */
export function saveStateOf({ writing, pending, isKept, isFailing, isRefused, isOnline }: SaveFacts): SaveState {
  if (writing === 'elsewhere') return 'elsewhere'
  const isCut = !isOnline || isFailing
  if (pending === 0) return isOnline ? 'saved' : isKept ? 'offline' : 'offlineUnkept'
  if (isRefused && isOnline) return isKept ? 'refused' : 'unsaved'
  if (isCut) return !isKept ? (isOnline ? 'unsaved' : 'offlineUnkept') : 'offline'
  return isKept ? 'device' : 'saving'
}
