import { sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'

const keptMs = 1000

/** Whether calls should be sent here: not while the process is about to end, and not while its database refuses, which is asked once a second at most. */
export type Readiness = {
  state(): Promise<'ready' | 'draining' | 'withoutDatabase'>
  isDraining(): boolean
  /** Says from now on that the process is about to end. */
  drain(): void
}

/** The readiness of this process. */
export function createReadiness({ db }: Pick<ApiContext, 'db'>): Readiness {
  let isDraining = false
  let asked: { at: number; answer: Promise<boolean> } | undefined

  const databaseAnswers = () => {
    const now = performance.now()
    if (!asked || now - asked.at > keptMs) asked = { at: now, answer: db.execute(sql`select 1`).then(() => true, () => false) }
    return asked.answer
  }

  return {
    state: async () => (isDraining ? 'draining' : (await databaseAnswers()) ? 'ready' : 'withoutDatabase'),
    isDraining: () => isDraining,
    drain() {
      isDraining = true
    },
  }
}
