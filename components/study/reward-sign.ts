/** Where rewards wait to be seen; apart from the box itself, so that pages without any load nothing of it. */
export const REWARDS_KEY = 'study:rewards'
const SIGN = 'study:rewards'

/** Whether something waits to be seen. */
export function hasRewards(): boolean {
  try {
    return sessionStorage.getItem(REWARDS_KEY) !== null
  } catch {
    return false
  }
}

/** Tells when something came or was seen; gives back how to stop. */
export function watchRewards(changed: () => void): () => void {
  window.addEventListener(SIGN, changed)
  return () => window.removeEventListener(SIGN, changed)
}

/** Says that something came or was seen. */
export function signRewards(): void {
  window.dispatchEvent(new Event(SIGN))
}
