const RETRY_MS = 5_000

/** What an exam shows only later, and what handing in needs. */
const parts: (() => Promise<unknown>)[] = [
  () => import('@/components/attempts/review-dialog'),
  () => import('@/components/attempts/login-again'),
  () => import('@/components/attempts/zoom-dialog'),
  () => import('@/components/attempts/exam-settings'),
]

/**
 * Fetches at once what the paper shows only later, and tries again what fails: a network that goes, or a server that was replaced by a
 * newer one, must not stand between a learner and the dialog that hands the paper in.
 */
export async function holdLaterParts(signal: AbortSignal): Promise<void> {
  await Promise.all(parts.map(async (fetchPart) => {
    while (!signal.aborted && !(await fetchPart().then(() => true, () => false))) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }))
}
