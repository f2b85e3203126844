import { readViews, type VisitedView } from '@/lib/domain/visited-views'

/** Where the browser keeps whether the strip is switched on. */
export const stripKey = 'visited-views'
const changes = new EventTarget()
const listKey = (owner: string) => `visited-views:${owner}`

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Storage that is blocked keeps nothing.
  }
  changes.dispatchEvent(new Event('change'))
}

/** Tells when the list or the switch changes, here or in another tab; gives back how to stop. */
export function onVisited(listener: () => void): () => void {
  changes.addEventListener('change', listener)
  window.addEventListener('storage', listener)
  return () => {
    changes.removeEventListener('change', listener)
    window.removeEventListener('storage', listener)
  }
}

/** Whether the strip was switched on in this browser. */
export const isStripOn = () => read(stripKey) === 'on'
export const setStrip = (on: boolean) => write(stripKey, on ? 'on' : 'off')

/** The stored list as it is written, which stays the same while nothing changes. */
export const storedViews = (owner: string) => read(listKey(owner)) ?? '[]'

/** The views of a learner in this browser. */
export function viewsIn(stored: string): VisitedView[] {
  try {
    return readViews(JSON.parse(stored))
  } catch {
    return []
  }
}

/** Replaces the views of a learner by what a change makes of them. */
export function changeViews(owner: string, change: (views: VisitedView[]) => VisitedView[]): void {
  const before = storedViews(owner)
  const after = JSON.stringify(change(viewsIn(before)))
  if (after !== before) write(listKey(owner), after)
}
