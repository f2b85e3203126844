/** Longer than a web that is there takes to answer, shorter than people wait for a button. */
const LONGEST_MS = 4_000

/** Whether the web answers now: a page that is read anew without it is lost with all that stands in it. */
export async function isWebReached(): Promise<boolean> {
  try {
    return (await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(LONGEST_MS) })).ok
  } catch {
    return false
  }
}
