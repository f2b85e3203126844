import { afterEach, beforeEach, vi } from 'vitest'
import { AttemptSession } from '@/components/attempts/attempt-session'
import type { AttemptDoors } from '@/components/attempts/attempt-state'
import { MemoryStore, type AttemptStore } from '@/components/attempts/attempt-store'
import type { Kept } from '@/components/study/kept'
import type { AttemptRef } from '@/lib/domain/attempts'
import { BffError } from '@/lib/queries/bff'
import { ExamServer, place, questions } from '../exam-server'

export const START = Date.parse('2026-03-10T10:00:00+08:00')

/** Each test begins at `START`, on timers of its own, and leaves no window open. */
export function eachFromStart(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: START })
  })
  afterEach(() => {
    for (const session of sessions.splice(0)) session.close()
    vi.useRealTimers()
  })
}

const sessions: AttemptSession[] = []
export class DurableStore extends MemoryStore {
  override readonly isDurable: boolean = true
}
/** What a browser keeps beside its database. */
export function newKept(): Kept {
  const values = new Map<string, string>()
  return { read: (key) => values.get(key) ?? null, write: (key, value) => void values.set(key, value), remove: (key) => void values.delete(key), keysUnder: (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)) }
}
export type Tabs = Set<{ epoch: number | null; told: { onLost: () => void; onHandedIn: () => void } }>

/** A window on the exam; windows that share `tabs` are of one browser. */
function windowOn(server: ExamServer, { store = new DurableStore() as AttemptStore, tabs = new Set() as Tabs, attemptId = null as string | null, doors = server.doors() as AttemptDoors, kept = newKept(), calendar = () => Date.now(), isSeen = (() => true) as () => boolean, onForbidden = () => undefined as void } = {}) {
  const handedIn: AttemptRef[] = []
  const refused: [string | null, string][] = []
  const session = new AttemptSession({
    learnerId: '1', place, store, kept, doors, attemptId, calendar, isSeen, onForbidden,
    onOpened: () => undefined, onHandedIn: (ref) => handedIn.push(ref), onRefused: (words, what) => refused.push([words, what]),
    tab: (_id, told) => {
      const tab = { told, epoch: null as number | null }
      const others = () => [...tabs].filter((one) => one !== tab)
      tabs.add(tab)
      // As the real one: a claim of an older opening is answered by the newer one.
      const claim = (epoch: number | null) => {
        tab.epoch = epoch
        const newer = others().some((one) => one.epoch !== null && epoch !== null && one.epoch > epoch)
        if (newer) return told.onLost()
        for (const one of others()) one.told.onLost()
      }
      return { claim, handedIn: () => others().forEach((one) => one.told.onHandedIn()), close: () => void tabs.delete(tab) }
    },
  })
  sessions.push(session)
  const ticking = setInterval(() => session.tick(), 1_000)
  return { session, store, kept, handedIn, refused, stop: () => { clearInterval(ticking); session.close() } }
}
const unanswered = (code: 'failed' | 'timeout') => Promise.reject(new BffError(code, undefined, {}, false, true))

/** The doors of a device: `isCut` and nobody is reached; `isDeaf` and an opening takes effect, but its answer does not arrive. */
export function onLine(server: ExamServer) {
  const line = { isCut: false, isDeaf: false }
  const doors = server.doors()
  const via = <Given extends unknown[], Reply>(call: (...given: Given) => Promise<Reply>) => (...given: Given) => (line.isCut ? unanswered('failed') : call(...given))
  const open: AttemptDoors['open'] = (start) => (line.isDeaf ? doors.open(start).then(() => unanswered('timeout')) : doors.open(start))
  return { line, doors: { ...doors, open: via(open), save: via(doors.save), look: via(doors.look), takeOver: via(doors.takeOver), absence: via(doors.absence), handIn: via(doors.handIn) } }
}
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
export const newServer = (minutes?: number) => new ExamServer(() => Date.now(), minutes)
export const sync = (session: AttemptSession) => session.get().sync!
export const choose = (session: AttemptSession, number: number, option: number) => sync(session).choose(`q${number}`, [questions[number - 1]!.options[option]!.id])
export async function openWindow(server: ExamServer, more: Parameters<typeof windowOn>[1] = {}) {
  const window = windowOn(server, more)
  void window.session.open()
  await pass(10)
  return window
}
