/** Whose rewards are shown: another learner of the same browser sees none of them. */
let owner = ''

/** From now on rewards are this learner's. */
export function ownRewards(learnerId: string): void {
  owner = learnerId
}

/** Where rewards wait to be seen; apart from the box itself, so that pages without any load nothing of it. */
export const rewardsKey = () => `study:rewards:${owner}`
const SIGN = 'study:rewards'

/** Whether something waits to be seen. */
export function hasRewards(): boolean {
  try {
    return sessionStorage.getItem(rewardsKey()) !== null
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
