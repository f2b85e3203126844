/** What the browser keeps for the player; a browser that refuses (private mode, full) keeps nothing and breaks nothing. */
export const kept = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key: string, value: string): void {
    try {
      localStorage.setItem(key, value)
    } catch {
      // Nothing to be done: the platform is told all the same.
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(key)
    } catch {
      // As above.
    }
  },
  keysUnder(prefix: string): string[] {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    } catch {
      return []
    }
  },
}
export type Kept = typeof kept
