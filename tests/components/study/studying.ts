import { afterEach, beforeEach, vi } from 'vitest'
import { kept } from '@/components/study/kept'
import { StudySession } from '@/components/study/study-session'
import type { Studied, StudyReporter } from '@/components/study/study-visit'
import type { StudyReport, Visit } from '@/lib/domain/study'

const nothing: StudyReport = { messages: [], certificate: null }
export const section = (sectionId: string, more: Partial<Studied> = {}): Studied => ({
  place: { courseId: '3001', planId: null, itemId: null, chapterId: '3101', sectionId }, name: sectionId, kind: 'study', mode: 'present', learnedMinutes: 0, minutesToPass: null, ...more,
})

/** A failure that another try may mend: nobody was there, or somebody was and could not. */
export class Unreachable extends Error {
  readonly reached: boolean
  constructor(reached: boolean) {
    super()
    this.reached = reached
  }
}

/** The platform in small: what it was told, over a network that can be cut. */
export function platform() {
  const said: string[] = []
  const reports = new Map<string, StudyReport>()
  let isThere = true
  let isReached = false
  const answer = (line: string) => {
    if (!isThere) throw new Unreachable(isReached)
    said.push(line)
    return reports.get(line) ?? nothing
  }
  const reporter: StudyReporter = {
    start: async (visit: Visit) => answer(`start ${visit.place.sectionId}`),
    remember: async (visit: Visit) => void answer(`at ${visit.place.sectionId}`),
    end: async (visit: Visit, minutes: number, leaving: boolean) => answer(`end ${visit.place.sectionId} ${minutes}${leaving ? ' leaving' : ''}`),
    beat: async (visit, { seq, state, activeSeconds }) => {
      answer(`beat ${visit.place.sectionId} ${seq} ${state} ${activeSeconds}`)
      return 'taken'
    },
  }
  return { said, reports, reporter, markers: () => said.filter((line) => !line.startsWith('beat')), /** Nobody is reached any more. */ cut: () => void (isThere = isReached = false), /** Who is reached cannot answer. */ break: () => void ([isThere, isReached] = [false, true]), mend: () => void (isThere = true) }
}

const sessions: StudySession[] = []
/** The study session of one tab. */
export function studying(api: ReturnType<typeof platform>, reporter = api.reporter) {
  const told: StudyReport[] = []
  const refused: unknown[] = []
  const session = new StudySession('820001', reporter, kept, {
    onReport: (report) => void told.push(report), onChange: () => undefined, onRefused: (error) => void refused.push(error), isPassing: (error) => error instanceof Unreachable, wasReached: (error) => !(error instanceof Unreachable) || error.reached,
  })
  sessions.push(session)
  session.open()
  return { session, told, refused }
}
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Enters a section whose start the platform answers, and its content is there. */
export async function begin(session: StudySession, studied: Studied): Promise<void> {
  session.enter(studied)
  await pass(10)
  session.tell({ type: 'ready', ready: true })
}

/** Each test has timers and a storage of its own, and leaves no session open. */
export function eachFromNothing(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] })
    localStorage.clear()
  })
  afterEach(() => {
    for (const session of sessions.splice(0)) session.close()
    vi.useRealTimers()
  })
}
