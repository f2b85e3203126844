// Whoever does one thing after another and asks for each again until somebody says that it is done.
import { setTimeout as pause } from 'node:timers/promises'
import { Cut } from '../../training-api/tests/answer-kill-stage.ts'

const againMs = 50
/** The longest that the end of a call under way is waited for. */
const longestCallMs = 35_000

const count = (counts, name) => counts.set(name, (counts.get(name) ?? 0) + 1)

/** One of them; `acked` counts what was acknowledged, `faults` what no rule explains. Who extends it gives `next`, a wish, and `check`. */
export class Doer {
  acked = 0
  ackedAt = 0
  /** How often what was acknowledged, by what wishes are called; `kinds` are those of which none may be missing after so many (`turns`). */
  done = new Map()
  kinds = []
  turns = 1
  /** How often which of their calls met a trouble: it was cut off, or under way when `meet` was called. */
  met = new Map()
  faults = []
  /** Refusals of a server in trouble: status and whole text. */
  troubles = []
  /** The wish that is under way; what becomes of it is open until somebody says. */
  wish = null
  /** Since when a call is under way; null while none is. */
  sentAt = null
  #faultOfTrouble
  #stopped = false
  #gate = Promise.withResolvers()
  #idle = Promise.withResolvers()

  /** `faultOfTrouble` says what is wrong with one of the troubles. */
  constructor(account, faultOfTrouble) {
    this.account = account
    this.#faultOfTrouble = faultOfTrouble
  }

  /** What is wrong with how they were put off, a sentence each, once; that nothing came at all only where who is asked was up (`isUp`). */
  troubleFaults({ isUp }) {
    const judged = this.troubles.filter(({ status }) => isUp || status !== 0)
    return [...new Set(judged.map(this.#faultOfTrouble).filter((fault) => fault !== null))].map((fault) => `${this.account}: ${fault}`)
  }

  /** Does one thing after another until told to stop. */
  async work() {
    while (!this.#stopped) {
      await this.#gate.promise
      if (this.#stopped) return
      this.wish ??= this.next()
      this.sentAt = performance.now()
      try {
        await this.wish.send()
        this.wish.done()
        count(this.done, this.wish.name)
        this.wish = null
        this.acked += 1
        this.ackedAt = performance.now()
      } catch (error) {
        if (error instanceof Cut) {
          this.meet()
          if (error.status !== undefined && this.troubles.length < 200) this.troubles.push({ status: error.status, text: error.text })
        } else {
          this.fault(`${this.wish?.name}: ${error instanceof Error ? error.message : error}`)
          this.wish = null
        }
        this.sentAt = null
        await pause(againMs)
      }
      this.sentAt = null
      if (this.isWaiting) this.#idle.resolve()
    }
  }

  /** A trouble has begun; a wish meets it once, however often it is tried. */
  meet() {
    if (this.sentAt === null || this.wish === null || this.wish.hasMet) return
    this.wish.hasMet = true
    count(this.met, this.wish.name)
  }

  /** Lets them go on. */
  open() {
    this.isWaiting = false
    this.#gate.resolve()
  }

  /** Lets the call under way end, and waits for it. */
  async hold() {
    this.#gate = Promise.withResolvers()
    this.#idle = Promise.withResolvers()
    this.isWaiting = true
    const isIdle = await Promise.race([this.#idle.promise.then(() => true), pause(longestCallMs, false)])
    if (!isIdle) this.fault(`a call has had no end for ${longestCallMs / 1000} s`)
  }

  stop() {
    this.#stopped = true
    this.#gate.resolve()
  }

  fault(text) {
    if (this.faults.length < 20) this.faults.push(`${this.account}: ${text}`)
  }
}
