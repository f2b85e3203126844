/** Why a document does not open. */
export type DocumentProblem = 'missing' | 'denied' | 'network' | 'password' | 'damaged' | 'unsupported' | 'oldBrowser'

/** A document that does not open, and why. */
export class DocumentError extends Error {
  readonly problem: DocumentProblem
  constructor(problem: DocumentProblem) {
    super(problem)
    this.problem = problem
  }
}

/** What an answer of the file's server says is wrong, null where nothing is. */
export function problemOfStatus(status: number): 'missing' | 'denied' | 'network' | null {
  if (status === 404 || status === 410) return 'missing'
  if (status === 401 || status === 403) return 'denied'
  return status >= 200 && status < 300 ? null : 'network'
}
