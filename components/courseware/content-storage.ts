const STATES = 'courseware:'
/** How browsers call it that there is no room left. */
const FULL = ['QuotaExceededError', 'NS_ERROR_DOM_QUOTA_REACHED']

type Put = 'kept' | 'full' | 'refused'

/**
 * The browser's storage of the content host, where states of courseware wait; a browser that refuses keeps nothing. Where there is no room
 * left, those give way that nothing of is still to be sent, oldest first, and no more of them than the new one needs; none for nothing.
 */
export const contentStorage = {
  read: (key: string) => quietly(() => localStorage.getItem(key)),
  /** Whether it is kept. */
  write: (key: string, value: string): boolean => {
    const came = put(key, value)
    return came === 'kept' || (came === 'full' && putForOthers(key, value))
  },
  remove: (key: string) => void quietly(() => localStorage.removeItem(key)),
}

function put(key: string, value: string): Put {
  try {
    localStorage.setItem(key, value)
    return 'kept'
  } catch (error) {
    return FULL.includes((error as Error).name) ? 'full' : 'refused'
  }
}

function putForOthers(key: string, value: string): boolean {
  const gone: State[] = []
  for (const other of sentStates(key)) {
    contentStorage.remove(other.key)
    gone.push(other)
    if (put(key, value) === 'kept') return true
  }
  for (const other of gone) put(other.key, other.text)
  return false
}

type State = { key: string; text: string; savedAt: number }

/** The states of other packages that only help the next visit there, oldest first. */
function sentStates(key: string): State[] {
  const keys = quietly(() => Object.keys(localStorage)) ?? []
  const found = keys.filter((one) => one.startsWith(STATES) && one !== key).flatMap((one) => {
    const text = contentStorage.read(one) ?? ''
    const state = quietly(() => JSON.parse(text) as { savedAt?: number; isSent?: boolean } | null)
    return state?.isSent === true ? [{ key: one, text, savedAt: Number(state.savedAt) || 0 }] : []
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
