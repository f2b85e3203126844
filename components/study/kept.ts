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

/** A name that no other visit has; also where `crypto.randomUUID` is missing because the page came without TLS. */
export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
