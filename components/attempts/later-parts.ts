import { loadLanguageQuestion } from '@/components/shell/load-language-question'

const RETRY_MS = 5_000

export const loadReviewDialog = () => import('@/components/attempts/review-dialog').then((file) => file.ReviewDialog)
export const loadLoginAgain = () => import('@/components/attempts/login-again').then((file) => file.LoginAgain)
export const loadZoomDialog = () => import('@/components/attempts/zoom-dialog').then((file) => file.ZoomDialog)
export const loadExamSettings = () => import('@/components/attempts/exam-settings').then((file) => file.ExamSettings)

/** What an exam shows only later, and what handing in needs; loaded here and nowhere else, as another `import()` of the same is another file. */
const parts: (() => Promise<unknown>)[] = [loadReviewDialog, loadLoginAgain, loadZoomDialog, loadExamSettings, loadLanguageQuestion]

/**
 * Fetches at once what the paper shows only later, and tries again what fails: a network that goes, or a server that was replaced by a
 * newer one, must not stand between a learner and the dialog that hands the paper in.
 */
export async function holdLaterParts(signal: AbortSignal): Promise<void> {
  await Promise.all(parts.map(async (fetchPart) => {
    while (!signal.aborted && !(await fetchPart().then(() => true, () => false))) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }))
}
