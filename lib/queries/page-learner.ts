import { pageLearnerHeader } from '@/lib/domain/session'

let owner: string | null = null

/** From now on every call says whose page asks; null where it says so by itself, or is for whoever is logged in. */
export function pageIsOf(learnerId: string | null): void {
  owner = learnerId
}

/** The headers that say it. */
export const pageHeaders = (): Record<string, string> => (owner === null ? {} : { [pageLearnerHeader]: encodeURIComponent(owner) })
