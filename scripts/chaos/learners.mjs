// Learners who write whatever a learner can write, one wish after another, each sent again until somebody says that it is done; and the
// comparison of what they were told with what is there.
import { setTimeout as pause } from 'node:timers/promises'
import { Cut, Refused } from '../../training-api/tests/answer-kill-stage.ts'
import { freshId, prepare, truthOf } from './calls.mjs'
import { choreKinds, choresOf } from './chores.mjs'
import { Doer } from './doer.mjs'
import { rateable } from './world.mjs'

const triesOfLook = 100
/** The platform lists the newest 500 notes of a place; of those that were there at an earlier look so many are looked at again. */
const keptNotes = 200
/** How many courses are marked and unmarked. */
const marked = 5
/**
 * How many of the cards of a deck are which wish. A deck is shuffled and gone through before the next one, so that the order is chance and
 * no kind is left to it.
 */
const cards = { note: 9, change: 5, collect: 3, book: 4, read: 3, readAll: 1, review: 2, visit: 6, beat: 3, position: 3, exercise: 5, grade: 2, begin: 2, join: 1 }

/** One learner who writes. */
export class WritingLearner extends Doer {
  #writes
  #truth
  #random
  #notes = new Map()
  #collected = new Map()
  #booked = new Map()
  #read = new Set()
  #reviews = new Map()
  #visit = null
  #ended = 0
  #beats = 0
  #given
  #number = 0
  #deck = []
  #chores
  /** What was found before is not counted again. */
  #known = new Set()

  /** Everything they do, which comes up in three decks: a card for notes may be a change or a removal. */
  turns = 3 * Object.values(cards).reduce((sum, count) => sum + count, 0)
  kinds = ['note', 'changed note', 'deleted note', 'collected', 'booked', 'read message', 'all read', 'review', 'visit', 'beat', 'study report', ...choreKinds]

  constructor({ platform, writes, random, faultOfTrouble }) {
    super(platform.account, faultOfTrouble)
    this.platform = platform
    /** Who writes through the web is logged in there. */
    this.cookie = writes.cookie
    this.#writes = writes
    this.#truth = truthOf(platform)
    this.#random = random
  }

  /** Sees to it that there is something to write on. */
  async prepare() {
    this.#given = await prepare(this.platform)
    const patient = Object.fromEntries(Object.entries(this.#truth).map(([name, read]) => [name, (...asked) => this.#look(() => read(...asked))]))
    this.#chores = choresOf({ writes: this.#writes, truth: patient, random: this.#random, given: this.#given })
  }

  /** What is missing of what was acknowledged, and what is there twice. */
  async check() {
    const found = { missing: [], twice: [] }
    const notes = await this.#look(() => this.#truth.notes())
    const pending = this.wish?.about ?? null
    for (const [key, note] of this.#notes) {
      const there = notes.filter(({ text }) => note.texts.includes(text))
      if (there.length > 1) found.twice.push(`note ${key}`)
      if (pending === `note ${key}`) continue
      const isRight = note.deleted ? there.length === 0 : there[0]?.text === note.texts.at(-1)
      if (!isRight) found.missing.push(`note ${key}: ${JSON.stringify(there)} instead of ${note.deleted ? 'none' : note.texts.at(-1)}`)
    }
    for (const key of [...this.#notes.keys()].slice(0, -keptNotes)) if (pending !== `note ${key}`) this.#notes.delete(key)
    await this.#compare(found, 'collected', this.#collected, () => this.#truth.collected(), pending)
    await this.#compare(found, 'booked', this.#booked, () => this.#truth.book(), pending)
    const unread = await this.#look(() => this.#truth.unread())
    for (const id of this.#read) if (unread.has(id) && pending !== `message ${id}` && pending !== 'messages') found.missing.push(`message ${id} is unread again`)
    for (const [id, text] of this.#reviews) if ((await this.#look(() => this.#truth.review(id))) !== text) found.missing.push(`review of ${id}`)
    if (this.#beats > 0 && !pending?.startsWith('visit') && (await this.#look(() => this.#truth.newSeconds({ visitId: this.#visit, seq: this.#beats }))) > 0) found.missing.push(`beat ${this.#beats} of a visit`)
    for (const chore of Object.values(this.#chores)) await chore.compare(found, pending)
    const minutes = (await this.#look(() => this.#truth.minutes())) - this.#given.minutes
    const isOpen = pending === 'visit end'
    if (minutes < this.#ended) found.missing.push(`${this.#ended - minutes} minutes`)
    if (minutes > this.#ended + (isOpen ? 1 : 0)) found.twice.push(`${minutes - this.#ended} minutes too many`)
    const fresh = (texts) => texts.filter((text) => !this.#known.has(text) && this.#known.add(text))
    return { missing: fresh(found.missing), twice: fresh(found.twice) }
  }

  async #compare(found, name, wanted, read, pending) {
    const there = await this.#look(read)
    for (const [id, on] of wanted) if (pending !== `${name} ${id}` && there.has(id) !== on) found.missing.push(`${name} ${id} is ${there.has(id)}`)
  }

  /** Everything is up while one looks, so an answer must come soon. */
  async #look(read) {
    for (let tries = 0; ; tries += 1) {
      try {
        return await read()
      } catch (error) {
        if (!(error instanceof Cut) || tries === triesOfLook) throw error
        await pause(100)
      }
    }
  }

  next() {
    if (this.#deck.length === 0) this.#deck = Object.entries(cards).flatMap(([card, count]) => Array.from({ length: count }, () => card))
    const [card] = this.#deck.splice(Math.floor(this.#random() * this.#deck.length), 1)
    // What was done as often as it can be makes way for a note.
    return this.#wishOf(card) ?? this.#addNote()
  }

  #wishOf(card) {
    if (card === 'note') return this.#addNote()
    if (card === 'change') return this.#changeNote()
    if (card === 'collect') return this.#toggle('collected', this.#collected, rateable.slice(0, marked), 'collect', (id) => ({ id }))
    if (card === 'book') return this.#toggle('booked', this.#booked, this.#given.mistakes.map(({ questionId }) => Number(questionId)), 'book', (id) => ({ mistake: this.#given.mistakes.find(({ questionId }) => Number(questionId) === id) }))
    if (card === 'read') return this.#readMessage()
    if (card === 'readAll') return this.#readAll()
    if (card === 'review') return this.#addReview()
    if (card === 'visit') return this.#visitOn()
    if (card === 'beat') return this.#beat()
    return this.#chores[card].next()
  }

  /** A call beside the way that is tried; how it puts one off is not judged. */
  async #aside(call) {
    try {
      return await call()
    } catch (error) {
      throw error instanceof Cut ? new Cut(error.message) : error
    }
  }

  #one(list) {
    return list[Math.floor(this.#random() * list.length)]
  }

  #addNote() {
    const [key, opId] = [String((this.#number += 1)), freshId()]
    const note = { texts: [`${this.account}-${key}`], deleted: false }
    // Known from the moment it goes out, so that one that is there twice is seen even if nobody acknowledged it.
    return {
      name: 'note', about: `note ${key}`,
      send: () => {
        this.#notes.set(key, note)
        return this.#writes.addNote({ text: note.texts[0], opId })
      },
      done: () => undefined,
    }
  }

  #changeNote() {
    const [key, note] = this.#one([...this.#notes].filter(([, { deleted }]) => !deleted).slice(-20)) ?? []
    if (!note) return this.#addNote()
    const opId = freshId()
    const idOf = async () => (await this.#aside(() => this.#truth.notes())).find(({ text }) => note.texts.includes(text))?.id
    const removes = this.#random() < 0.4
    const text = `${this.account}-${key}-${opId.slice(0, 6)}`
    let id
    return {
      name: removes ? 'deleted note' : 'changed note', about: `note ${key}`,
      send: async () => {
        id ??= await idOf()
        if (id === undefined) throw new Refused(`note ${key} is gone`, undefined)
        if (!removes && !note.texts.includes(text)) note.texts.push(text)
        return removes ? this.#writes.deleteNote({ id }) : this.#writes.editNote({ id, text, opId })
      },
      done: () => {
        if (removes) note.deleted = true
        // What it said before must be seen nowhere any more.
        else note.texts = [text]
      },
    }
  }

  #toggle(name, known, ids, write, fields) {
    const id = this.#one(ids)
    const on = !(known.get(id) ?? false)
    const opId = freshId()
    return { name, about: `${name} ${id}`, send: () => this.#writes[write]({ ...fields(id), on, opId }), done: () => known.set(id, on) }
  }

  /** One that was read before is unread again first, beside the way that is tried: so there is always one. */
  #readMessage() {
    const id = this.#one(this.#given.messages)
    const send = async () => {
      await this.#unread(id)
      await this.#writes.read({ id })
    }
    return { name: 'read message', about: `message ${id}`, send, done: () => this.#read.add(id) }
  }

  #readAll() {
    const ids = [this.#one(this.#given.messages), this.#one(this.#given.messages)]
    const send = async () => {
      for (const id of ids) await this.#unread(id)
      await this.#writes.readAll()
    }
    return { name: 'all read', about: 'messages', send, done: () => (this.#read = new Set(this.#given.messages)) }
  }

  #unread(id) {
    return this.#aside(() => this.platform.get('train/messageSend/updateMessageUserStatus', { id, status: 1 }))
  }

  #addReview() {
    const id = rateable.find((one) => !this.#reviews.has(one))
    if (id === undefined) return null
    const text = `${this.account} ${id}`
    return { name: 'review', about: `review ${id}`, send: () => this.#writes.review({ id, stars: 4, text }), done: () => this.#reviews.set(id, text) }
  }

  /** A visit begins, or the one that runs ends with a minute, which its learner may add by the clock's rounding. */
  #visitOn() {
    if (this.#visit === null) {
      const visitId = freshId()
      return { name: 'visit', about: 'visit start', send: () => this.#writes.startVisit({ visitId }), done: () => ([this.#visit, this.#beats] = [visitId, 0]) }
    }
    const visitId = this.#visit
    return {
      name: 'study report', about: 'visit end', send: () => this.#writes.endVisit({ visitId }),
      done: () => {
        this.#visit = null
        this.#beats = 0
        this.#ended += 1
      },
    }
  }

  /** A sign of life of the visit that runs; a second each, so that they never come to more than the minute that it ends with. */
  #beat() {
    if (this.#visit === null) return this.#visitOn()
    const beat = { visitId: this.#visit, seq: this.#beats + 1 }
    return { name: 'beat', about: 'visit beat', send: () => this.#writes.beat(beat), done: () => (this.#beats = beat.seq) }
  }
}
