const STATES = 'courseware:'

/**
 * The browser's storage of the content host, where states of courseware wait; a browser that refuses keeps nothing. Where there is no room
 * left, those give way that nothing of is still to be sent, oldest first, and no more of them than the new one needs.
 */
export const contentStorage = {
  read: (key: string) => quietly(() => localStorage.getItem(key)),
  /** Whether it is kept. */
  write: (key: string, value: string): boolean => put(key, value) || putForOthers(key, value),
  remove: (key: string) => void quietly(() => localStorage.removeItem(key)),
}

function put(key: string, value: string): boolean {
  return quietly(() => (localStorage.setItem(key, value), true)) ?? false
}

function putForOthers(key: string, value: string): boolean {
  let freed = 0
  for (const other of sentStates(key)) {
    // What does not fit into as much room either is refused for another reason.
    if (freed >= key.length + value.length) return false
    contentStorage.remove(other.key)
    freed += other.size
    if (put(key, value)) return true
  }
  return false
}

/** The states of other packages that only help the next visit there, oldest first. */
function sentStates(key: string): { key: string; size: number; savedAt: number }[] {
  const keys = quietly(() => Object.keys(localStorage)) ?? []
  const found = keys.filter((one) => one.startsWith(STATES) && one !== key).flatMap((one) => {
    const text = contentStorage.read(one) ?? ''
    const state = quietly(() => JSON.parse(text) as { savedAt?: number; isSent?: boolean } | null)
    return state?.isSent === true ? [{ key: one, size: one.length + text.length, savedAt: Number(state.savedAt) || 0 }] : []
  })
  return found.sort((one, other) => one.savedAt - other.savedAt)
}

function quietly<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
