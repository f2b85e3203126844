import { setTimeout as pause } from 'node:timers/promises'
import { Cut, longestRecoverySeconds, Refused } from './answer-kill-stage.ts'
import type { Change, Door, HandedIn, Opened, Ref } from './answer-kill-stage.ts'

/** Whether takers may call, or have to wait. */
export class Gate {
  #opening = Promise.withResolvers<void>()

  close(): void {
    this.#opening = Promise.withResolvers<void>()
  }

  open(): void {
    this.#opening.resolve()
  }

  passed(): Promise<void> {
    return this.#opening.promise
  }
}

/** What a taker knows of an answer: what was acknowledged last, and what was sent since then without an answer. */
export type KnownAnswer = { acknowledged: string | null; open: string[] }

/** What a taker knows of a paper: its answers by question, and the operations that were acknowledged. */
export type KnownPaper = { answers: Map<string, KnownAnswer>; operations: string[] }

/** Whether an answer that is there (empty: none) agrees with what its taker was told. */
export function agrees({ acknowledged, open }: KnownAnswer, there: string): boolean {
  return there === (acknowledged ?? '') || open.includes(there)
}

/** What takers count and complain of together. */
type Tally = { answers: number; handIns: number; missing: number; twice: number; faults: string[] }

type Options = { gate: Gate; account: string; door: Door; random: () => number; tally: Tally }

/** A learner who answers and hands in, one paper after another. */
export class Taker {
  stopped = false
  /** When a call was first answered since this was last set to null. */
  heardAt: number | null = null
  readonly account: string
  /** Hashes of the receipts that were acknowledged. */
  readonly receipts: string[] = []
  /** Every paper this taker has written on, by attempt. */
  readonly papers = new Map<string, KnownPaper>()
  readonly #gate: Gate
  readonly #door: Door
  readonly #random: () => number
  readonly #tally: Tally
  readonly #handedIn: { ref: Ref; told: HandedIn }[] = []
  /** What was sent without an answer yet. */
  #pending: Change | null = null
  #paper: Opened | null = null
  #handingIn = false

  constructor({ gate, account, door, random, tally }: Options) {
    this.#gate = gate
    this.account = account
    this.#door = door
    this.#random = random
    this.#tally = tally
  }

  /** Answers and hands in until it is told to stop; what fails on the way is sent again. */
  async work(): Promise<void> {
    while (!this.stopped) {
      await this.#gate.passed()
      try {
        if (this.#paper === null) await this.#start()
        else if (this.#handingIn || this.#random() < 0.04) await this.#submit(this.#paper)
        else await this.#save(this.#paper)
      } catch (fault) {
        // An opening of which nobody heard has made another writer.
        if (fault instanceof Refused && fault.reason === 'epoch') this.#paper = null
        else if (!(fault instanceof Cut)) this.#fault(fault)
        await pause(5)
      }
    }
  }

  async #start(): Promise<void> {
    this.#paper = await this.#answered(this.#door.start())
    this.#pending = null
  }

  async #save(paper: Opened): Promise<void> {
    const change = this.#pending ?? this.#change(paper)
    const answer = change.optionIds.join('&')
    const { answers, operations } = this.#known(paper)
    const known = answers.get(change.questionId) ?? { acknowledged: null, open: [] }
    answers.set(change.questionId, known)
    if (this.#pending === null) known.open.push(answer)
    this.#pending = change
    const { outcome, receipt } = await this.#answered(this.#door.save(paper, change))
    this.#pending = null
    if (outcome !== 'saved') return this.#fault(`a save was ${outcome}`)
    if (receipt !== null) this.receipts.push(receipt)
    operations.push(change.opId)
    known.acknowledged = answer
    known.open = []
    this.#tally.answers += 1
  }

  #known({ ref }: Opened): KnownPaper {
    const known = this.papers.get(ref.attemptId) ?? { answers: new Map(), operations: [] }
    this.papers.set(ref.attemptId, known)
    return known
  }

  #change(paper: Opened): Change {
    const question = paper.questions[Math.floor(this.#random() * paper.questions.length)]
    if (question === undefined) throw new Error('The paper has no questions.')
    const options = question.optionIds.toSorted((one, other) => Number(one) - Number(other))
    const at = Math.floor(this.#random() * options.length)
    const optionIds = question.isMultiple ? options.slice(at) : options.slice(at, at + 1)
    paper.seq += 1
    return { opId: `chaos-${paper.ref.attemptId}-${paper.seq}`, seq: paper.seq, questionId: question.id, optionIds: this.#random() < 0.05 ? [] : optionIds }
  }

  async #submit({ ref }: Opened): Promise<void> {
    this.#handingIn = true
    this.#handedIn.push({ ref, told: await this.#answered(this.#door.handIn(ref)) })
    this.#tally.handIns += 1
    this.#handingIn = false
    this.#paper = null
  }

  /** Whether everything that was acknowledged on the open paper is still there, and the last hand-in told as before. */
  async check(): Promise<void> {
    const paper = this.#paper
    if (paper !== null && !this.#handingIn) {
      const taken = await this.#insisted(() => this.#door.takeOver(paper))
      if (taken !== null) {
        paper.epoch = taken.epoch
        for (const [questionId, known] of this.#known(paper).answers) {
          if (!agrees(known, taken.saved.get(questionId) ?? '')) this.#tally.missing += 1
        }
      }
    }
    await this.#askAgain(this.#handedIn.slice(-1))
  }

  /** Whether every hand-in is told as before. */
  checkHandIns(): Promise<void> {
    return this.#askAgain(this.#handedIn)
  }

  async #askAgain(handIns: readonly { ref: Ref; told: HandedIn }[]): Promise<void> {
    const differs = (one: unknown, other: unknown) => one !== null && other !== null && one !== other
    for (const { ref, told } of handIns) {
      const again = await this.#insisted(() => this.#door.handIn(ref))
      if (again === null) continue
      // Done only now: the one that was acknowledged is gone.
      if (!again.repeated) this.#tally.missing += 1
      else if (differs(again.number, told.number) || differs(again.score, told.score)) this.#tally.twice += 1
    }
  }

  /** The answer of a call that is made until there is one; everything is up, so it must come soon. */
  async #insisted<T>(call: () => Promise<T>): Promise<T | null> {
    const until = performance.now() + longestRecoverySeconds * 1000
    for (;;) {
      try {
        return await this.#answered(call())
      } catch (fault) {
        if (!(fault instanceof Cut) || performance.now() > until) {
          this.#fault(fault)
          return null
        }
        await pause(100)
      }
    }
  }

  async #answered<T>(call: Promise<T>): Promise<T> {
    const answer = await call
    this.heardAt ??= performance.now()
    return answer
  }

  #fault(what: unknown): void {
    if (this.#tally.faults.length < 100) this.#tally.faults.push(`${this.account}: ${what instanceof Error ? what.message : String(what)}`)
  }
}
