// Beside those who write: learners who answer a paper through the web, and visitors who read its public pages.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Cut, Refused } from '../../training-api/tests/answer-kill-stage.ts'
import { answersAgainst } from '../cluster/load.mjs'
import { Doer } from './doer.mjs'

const publicPages = ['/login', '/resetPassword', '/news', '/Appye', '/accessibility']
const patienceMs = 30_000
const restMs = 100
const triesOfLook = 100

/** A learner who answers one paper, by a door of the web. */
export class AnsweringLearner extends Doer {
  #door
  #random
  #paper
  #acked = new Map()

  constructor({ account, door, random }) {
    super(account)
    this.#door = door
    this.#random = random
  }

  /** Opens the paper. */
  async prepare() {
    this.#paper = await this.#door.start()
  }

  next() {
    const { questions } = this.#paper
    const { id, optionIds } = questions[Math.floor(this.#random() * questions.length)]
    const chosen = [optionIds[Math.floor(this.#random() * optionIds.length)]]
    const change = { opId: randomUUID(), seq: (this.#paper.seq += 1), questionId: id, optionIds: chosen }
    return {
      name: 'answer', about: id,
      send: async () => {
        const { outcome } = await this.#door.save(this.#paper, change)
        if (outcome !== 'saved') throw new Refused(`was ${outcome}`, undefined)
        await pause(restMs * this.#random())
      },
      done: () => this.#acked.set(id, chosen.join('&')),
    }
  }

  /** What is missing of what was acknowledged; of the answer that is under way nobody knows. */
  async check() {
    const { epoch, saved } = await this.#taken()
    this.#paper.epoch = epoch
    const acked = [...this.#acked].filter(([questionId]) => questionId !== this.wish?.about)
    return { missing: answersAgainst({ account: this.account, acked }, saved), twice: [] }
  }

  async #taken() {
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#door.takeOver(this.#paper)
      } catch (error) {
        if (!(error instanceof Cut) || tries === triesOfLook) throw error
        await pause(100)
      }
    }
  }
}

/** A visitor without a session; a page that came whole is what they are told. */
export class Visitor extends Doer {
  #front
  #random

  constructor({ name, front, random }) {
    super(name)
    this.#front = front
    this.#random = random
  }

  next() {
    const path = publicPages[Math.floor(this.#random() * publicPages.length)]
    const send = async () => {
      const { status, text } = await fetch(this.#front + path, { signal: AbortSignal.timeout(patienceMs) }).then(async (reply) => ({ status: reply.status, text: await reply.text() })).catch((error) => {
        throw new Cut(String(error))
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
