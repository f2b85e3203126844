import type { AttemptDoors } from '@/components/attempts/attempt-state'
import { answerText, type ExamPlace, type HandIn, type HandInReason, type PaperQuestion, type Standing, type StartOutcome, type SwitchStanding } from '@/lib/domain/attempts'
import type { SafeHtml } from '@/lib/domain/rich-text'
import { BffError } from '@/lib/queries/bff'

export const place: ExamPlace = { origin: 'standalone', examId: '8001', paperId: '8200' }
const html = (text: string) => text as SafeHtml
const question = (number: number, kind: PaperQuestion['kind'], count: number): PaperQuestion => ({
  id: `q${number}`, kind, score: 2, content: html(`<p>Question ${number}</p>`),
  options: Array.from({ length: count }, (_, index) => ({ id: `${number}${index}`, content: html(`option ${number}${'abcdef'[index]}`) })),
})
export const questions = [question(1, 'single', 4), question(2, 'single', 4), question(3, 'multiple', 4), question(4, 'judgement', 2)]

const travel = (ms: number) => (ms === 0 ? Promise.resolve() : new Promise<void>((resolve) => setTimeout(resolve, ms)))

type Fault = 'none' | 'down' | 'deaf' | 'expired'

/** The server of the contract in small, over a network that can be cut before (`down`) or after (`deaf`) a call has taken effect. */
export class ExamServer {
  fault: Fault = 'none'
  /** How long a call travels there, and its answer back, in milliseconds. */
  there = 0
  back = 0
  now: () => number
  epoch = 0
  deadline: number
  switches: SwitchStanding | null = null
  handIns: HandInReason[] = []
  handIn: HandIn | null = null
  /** Why no hand-in is taken. */
  turnsDown: BffError | null = null
  /** Whether an opening after the hand-in begins another attempt: `asked` where it may, `always` also where only that attempt was asked for. */
  begins: 'never' | 'asked' | 'always' = 'never'
  /** Which attempt it is. */
  attempt = 1
  /** What the platform would record: each effect once. */
  readonly log: string[] = []
  #stored = new Map<string, { text: string; seq: number }>()
  readonly #seen = new Map<string, string>()
  readonly #intents = new Map<string, number>()
  readonly #absences = new Set<string>()
  readonly calls: Record<keyof AttemptDoors, number> = { open: 0, save: 0, look: 0, takeOver: 0, absence: 0, handIn: 0 }

  constructor(now: () => number, minutes = 45) {
    this.now = now
    this.deadline = now() + minutes * 60_000
  }

  stored(id: string): string {
    return this.#stored.get(id)?.text ?? ''
  }

  answers(): Record<string, string[]> {
    return Object.fromEntries([...this.#stored].map(([id, { text }]) => [id, text === '' ? [] : text.split('&')]))
  }

  standing(): Standing {
    const seq = Math.max(0, ...[...this.#stored.values()].map((one) => one.seq))
    return { status: this.handIn ? 'handedIn' : 'running', clock: { serverNow: this.now(), deadline: this.deadline, lateUntil: this.deadline + 60_000 }, epoch: this.epoch, seq, switches: this.switches, handIn: this.handIn }
  }

  get ref() {
    return { attemptId: `a${this.attempt}`, answerId: `b${this.attempt}` }
  }

  /** The sweeper's hand-in, and that of any other window. */
  take(by: HandInReason): HandIn {
    if (this.handIn) return this.handIn
    this.log.push(`handed in by ${by}`)
    this.handIn = { number: 'R-1', at: this.now(), answeredCount: this.#stored.size, by }
    return this.handIn
  }

  get isClosed(): boolean {
    return this.handIn !== null && (this.handIn.by === 'learner' || this.now() > this.deadline + 60_000)
  }

  doors(): AttemptDoors {
    return {
      open: (start) => this.#call('open', (): StartOutcome => {
        const begins = this.begins === 'always' || (this.begins === 'asked' && start.attemptId === null)
        if (this.handIn && !begins) return { started: false, why: 'handedIn', words: 'x', ref: this.ref }
        if (this.handIn) this.#beginAnother()
        const epoch = this.#intents.get(start.intentId) ?? (this.epoch += 1)
        this.#intents.set(start.intentId, epoch)
        return { started: true, attempt: { place, ref: this.ref, title: 'Exam', questions, answers: this.answers(), standing: { ...this.standing(), epoch }, extraTimeFactor: 1 } }
      }),
      save: (key, saves) => this.#call('save', () => {
        const nothing = { outcomes: [], standing: null, savedAt: this.now() }
        if (this.isClosed || key.ref.attemptId !== this.ref.attemptId) return { verdict: 'closed' as const, ...nothing }
        if (key.epoch !== null && key.epoch < this.epoch) return { verdict: 'elsewhere' as const, ...nothing }
        const outcomes = saves.map(({ opId, seq, questionId, optionIds }) => {
          const text = answerText(optionIds)
          const known = this.#seen.get(opId)
          if (known !== undefined) return { opId, outcome: 'saved' as const, words: null }
          if (optionIds.includes('bad')) return { opId, outcome: 'refused' as const, words: 'not an option' }
          if (seq <= (this.#stored.get(questionId)?.seq ?? 0)) return { opId, outcome: 'superseded' as const, words: null }
          this.#seen.set(opId, text)
          this.#stored.set(questionId, { text, seq })
          return { opId, outcome: 'saved' as const, words: null }
        })
        return { verdict: 'taken' as const, outcomes, standing: this.standing(), savedAt: this.now() }
      }),
      look: (key) => this.#call('look', () => ({ ...this.standing(), ...(key.intentId === undefined ? {} : { openedEpoch: this.#intents.get(key.intentId) ?? null }) })),
      takeOver: () => this.#call('takeOver', () => {
        if (!this.handIn) this.epoch += 1
        return { standing: this.standing(), answers: this.answers() }
      }),
      absence: (_key, eventId, { counts, seconds }) => this.#call('absence', () => {
        if (counts && this.switches && !this.#absences.has(eventId)) {
          this.#absences.add(eventId)
          const { countUsed, secondsUsed, countAllowed } = this.switches
          this.switches = { ...this.switches, countUsed: countUsed + 1, secondsUsed: secondsUsed + seconds, exhausted: countUsed + 1 >= countAllowed ? 'count' : null }
        }
        return { standing: this.standing(), switches: this.switches, counted: counts }
      }),
      handIn: (_key, by) => this.#call('handIn', () => {
        this.handIns.push(by)
        if (this.turnsDown) throw this.turnsDown
        const repeated = this.handIn !== null
        return { handIn: this.take(by), repeated, report: { messages: [], certificate: null } }
      }),
    }
  }

  #beginAnother(): void {
    this.attempt += 1
    this.handIn = null
    this.epoch = 0
    this.#stored = new Map()
    this.deadline = this.now() + 45 * 60_000
  }

  async #call<T>(name: keyof AttemptDoors, effect: () => T): Promise<T> {
    this.calls[name] += 1
    const { fault } = this
    const back = this.back
    await travel(this.there)
    if (fault === 'expired') throw new BffError('expired')
    if (fault === 'down') throw new BffError('failed')
    const answer = effect()
    await travel(back)
    if (fault === 'deaf') throw new BffError('timeout')
    return answer
  }
}
