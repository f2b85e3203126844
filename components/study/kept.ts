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
/** `learnerId`, so that nobody takes what is kept for the whole device. */
export type KeptChoices = Pick<Kept, 'read' | 'write'> & { readonly learnerId: string }

/** What a learner chooses once for all videos; whoever uses the device next begins with their own. */
export function choicesOf(learnerId: string): KeptChoices {
  const own = (choice: string) => `study:${learnerId}:${choice}`
  return { learnerId, read: (choice) => kept.read(own(choice)), write: (choice, value) => kept.write(own(choice), value) }
}
