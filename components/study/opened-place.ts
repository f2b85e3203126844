import type { CurrentVisit, StudyReporter, StudyTold } from '@/components/study/study-visit'
import type { StudyPlace } from '@/lib/domain/study'

/** What the platform knows of where a tab is: a tab that does not count says it alone, since opening a section remembers it (spec 1 §4). */
export class OpenedPlace {
  readonly #reporter: Pick<StudyReporter, 'remember'>
  readonly #told: Pick<StudyTold, 'isPassing' | 'onRefused'>
  #known: StudyPlace | null = null

  constructor(reporter: Pick<StudyReporter, 'remember'>, told: Pick<StudyTold, 'isPassing' | 'onRefused'>) {
    this.#reporter = reporter
    this.#told = told
  }

  /** The platform has heard of it, with a start marker. */
  knows({ studied }: CurrentVisit): void {
    this.#known = studied.place
  }

  /** Says where the learner is, once for each place. */
  async remember(current: CurrentVisit): Promise<void> {
    if (this.#known === current.studied.place) return
    try {
      await this.#reporter.remember(current.visit, current.studied.name)
      this.knows(current)
    } catch (error) {
      if (!this.#told.isPassing(error)) this.#told.onRefused(error)
    }
  }
}
