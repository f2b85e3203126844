/** So long the web waits for the platform's own answer to a hand-in (lib/training/attempts.ts), which takes its time when everybody hands in at once. */
export const handInSeconds = 15
