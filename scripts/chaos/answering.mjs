// Beside those who write: learners who answer a paper through the web, and visitors who read its public pages.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Cut, Refused } from '../../training-api/tests/answer-kill-stage.ts'
import { answersAgainst } from '../cluster/load.mjs'
import { demoAccount } from '../lib/demo-world.mjs'
import { Doer } from './doer.mjs'
import { faultOfDoor } from './door-answers.mjs'
import { faultOfPutOff } from './pages.mjs'
import { answerOf, Sheet } from './paper-oracle.mjs'
import { handInSeconds } from './patience.mjs'
import { randomOf } from './random.mjs'
import { notAnswered, webDoor } from './web.mjs'

const publicPages = ['/login', '/resetPassword', '/news', '/Appye', '/accessibility']
const patienceMs = 30_000
const restMs = 100
const triesOfLook = 100

const numbersOf = ({ handIns }) => new Set(handIns.map(({ number }) => number).filter((number) => number !== null))

/** A learner who answers a paper by a door of the web, and hands it in where somebody makes them ready for that; then they begin another. */
export class AnsweringLearner extends Doer {
  #door
  #random
  #paper = null
  #acked = new Map()
  #asked = null
  kinds = ['answer']
  /** What they were told of each paper, as `judgePapers` reads it. */
  sittings = []
  /** How many hand-ins were held until somebody let them go. */
  handInsAsked = 0

  constructor({ account, door, random, faultOfTrouble = faultOfDoor }) {
    super(account, faultOfTrouble)
    this.#door = door
    this.#random = random
  }

  /** Opens the paper. */
  async prepare() {
    this.#begin(await this.#door.start())
  }

  #begin(paper) {
    const { attemptId } = paper.ref
    if (this.sittings.some((one) => one.attemptId === attemptId)) this.fault(`the paper ${attemptId} was opened again, which is handed in`)
    this.#paper = paper
    this.#acked.clear()
    this.sittings.push({ plan: { round: this.sittings.length + 1 }, account: this.account, attemptId, ref: paper.ref, by: 'learner', askedAt: null, handIns: [], sheet: new Sheet() })
  }

  /** Makes the hand-in what they do next; gives, when it is about to go out, what lets it go. That it does not come to it is a fault. */
  async readyToHandIn(patience = patienceMs) {
    const [ready, go, heard] = [Promise.withResolvers(), Promise.withResolvers(), new AbortController()]
    this.#asked = { ready: () => ready.resolve(true), gone: go.promise }
    const isReady = await Promise.race([ready.promise, pause(patience, false, { signal: heard.signal }).catch(() => false)])
    heard.abort()
    if (isReady) this.handInsAsked += 1
    else this.fault('nobody could hand in')
    return () => go.resolve(null)
  }

  next() {
    if (this.#paper === null) {
      let paper
      return { name: 'start', about: null, send: async () => (paper = await this.#door.start()), done: () => this.#begin(paper) }
    }
    return this.#asked ? this.#handIn(this.#asked) : this.#answer()
  }

  #answer() {
    const { questions } = this.#paper
    const sheet = this.#sitting.sheet
    const { id, optionIds } = questions[Math.floor(this.#random() * questions.length)]
    const chosen = [optionIds[Math.floor(this.#random() * optionIds.length)]]
    const change = { opId: randomUUID(), seq: (this.#paper.seq += 1), questionId: id, optionIds: chosen }
    sheet.chose(id, answerOf(chosen), this.account)
    return {
      name: 'answer', about: id,
      send: async () => {
        const { outcome } = await this.#door.save(this.#paper, change)
        // Taken, and not a word of this change: nobody was told that it is saved.
        if (outcome === notAnswered) throw new Cut(outcome)
        if (outcome !== 'saved') throw new Refused(`was ${outcome}`, undefined)
        await pause(restMs * this.#random())
      },
      done: () => {
        sheet.heard(change)
        this.#acked.set(id, chosen.join('&'))
      },
    }
  }

  #handIn({ ready, gone }) {
    const sitting = this.#sitting
    let told
    return {
      name: 'hand-in', about: 'hand-in', patienceSeconds: handInSeconds,
      send: async () => {
        ready()
        await gone
        sitting.askedAt ??= Date.now()
        told = await this.#door.handIn(sitting.ref)
      },
      done: () => {
        sitting.handIns.push(told)
        this.#asked = null
        this.#paper = null
      },
    }
  }

  get #sitting() {
    return this.sittings.at(-1)
  }

  /** What is missing of what was acknowledged; of the answer that is under way nobody knows. A paper that is handed in must be told to be so again, by the same number. */
  async check() {
    const found = { missing: [], twice: [] }
    if (this.#paper !== null && this.wish?.name !== 'hand-in') {
      const { epoch, saved } = await this.#insisted(() => this.#door.takeOver(this.#paper))
      this.#paper.epoch = epoch
      const acked = [...this.#acked].filter(([questionId]) => questionId !== this.wish?.about)
      found.missing.push(...answersAgainst({ account: this.account, acked }, saved))
    }
    const last = this.sittings.findLast(({ handIns }) => handIns.length > 0)
    if (!last) return found
    const again = await this.#insisted(() => this.#door.handIn(last.ref))
    if (!again.repeated) found.missing.push(`${this.account}: the hand-in of ${last.attemptId} was not there`)
    last.handIns.push(again)
    const numbers = numbersOf(last)
    if (numbers.size > 1) found.twice.push(`${this.account}: the paper ${last.attemptId} was handed in as ${[...numbers].join(' and ')}`)
    return found
  }

  /** Hands in what is open, when everything is over and well. */
  async finish() {
    if (this.#paper === null) this.#begin(await this.#insisted(() => this.#door.start()))
    const sitting = this.#sitting
    sitting.askedAt ??= Date.now()
    sitting.handIns.push(await this.#insisted(() => this.#door.handIn(sitting.ref)))
  }

  /** The answer of a call that is made until there is one; everything is up. */
  async #insisted(call) {
    for (let tries = 0; ; tries += 1) {
      try {
        return await call()
      } catch (error) {
        if (!(error instanceof Cut) || tries === triesOfLook) throw error
        await pause(100)
      }
    }
  }
}

/** So many learners who answer papers through the web, from a number on that is behind those of the others. */
export function answeringLearners({ apiUrl, webUrl, first, count, seed, faultOfTrouble }) {
  return Promise.all(Array.from({ length: count }, async (_, at) => {
    const number = first + at
    const account = demoAccount(number + 1)
    const learner = new AnsweringLearner({ account, door: await webDoor(webUrl, apiUrl, account, number), random: randomOf(seed + 1_000 + at), faultOfTrouble })
    await learner.prepare()
    return learner
  }))
}

/** A run in which nobody handed in at such a moment has tried nothing of it. */
export function judgeHandIns(row, learners, line) {
  if (learners.some(({ handInsAsked }) => handInsAsked > 0)) return
  row.faults += 1
  line('papers: no hand-in was asked for during trouble')
}

/** A visitor without a session; a page that came whole is what they are told, and one that puts them off must lead on. */
export class Visitor extends Doer {
  kinds = ['page']
  #front
  #random

  constructor({ name, front, random }) {
    super(name, faultOfPutOff)
    this.#front = front
    this.#random = random
  }

  next() {
    const path = publicPages[Math.floor(this.#random() * publicPages.length)]
    const send = async () => {
      const { status, text } = await fetch(this.#front + path, { signal: AbortSignal.timeout(patienceMs) }).then(async (reply) => ({ status: reply.status, text: await reply.text() })).catch((error) => {
        throw Object.assign(new Cut(String(error)), { status: 0, text: String(error) })
      })
      if (status >= 500) throw Object.assign(new Cut(`${status}`), { status, text })
      if (status !== 200 || !text.includes('</html>')) throw new Refused(`${path} was answered ${status} with ${text.length} characters`, undefined)
      await pause(restMs * this.#random())
    }
    return { name: 'page', about: null, send, done: () => undefined }
  }

  async check() {
    return { missing: [], twice: [] }
  }
}
