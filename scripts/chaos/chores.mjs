// What a learner writes beside notes, marks, reviews and visits. Each chore makes wishes, keeps what was acknowledged of them, and compares it
// with what is there.
import { dayMs } from '../../training-api/rules/china-time.ts'
import { gradingMs, review } from '../../training-api/rules/review.ts'
import { freshId } from './calls.mjs'
import { fresh, joinable } from './world.mjs'

const pages = 12
/** Of so many draws it is looked whether they are still there. */
const keptDraws = 5
/** The grades of a review, as the web names them; on the wire they are numbered from 1. */
const grades = ['again', 'hard', 'good', 'easy']

/** The place in a document; of several the newest stays. */
function position({ writes, truth, random }) {
  let [seq, acked] = [0, null]
  return {
    next() {
      seq = Math.max(seq + 1, Date.now())
      const place = { position: 1 + Math.floor(random() * pages), seq }
      return { name: 'position', about: 'position', send: () => writes.position(place), done: () => (acked = place) }
    },
    async compare(found, pending) {
      if (acked === null || pending === 'position') return
      const there = await truth.position()
      if (there?.seq !== acked.seq || there.position !== acked.position) found.missing.push(`position ${JSON.stringify(there)} instead of ${JSON.stringify(acked)}`)
    },
  }
}

/** Exercises: a draw, and then an answer to each of its questions. */
function exercise({ writes, truth, random }) {
  const draws = []
  return {
    next() {
      const open = draws.at(-1)
      const question = open?.questions.find(({ id }) => !open.answers.has(id))
      if (!question) {
        let made
        return { name: 'draw', about: 'draw', send: async () => (made = await writes.draw()), done: () => draws.push({ ...made, answers: new Map() }) }
      }
      const optionId = question.optionIds[Math.floor(random() * question.optionIds.length)]
      return { name: 'judged answer', about: `answer ${question.id}`, send: () => writes.judge({ drawId: open.id, questionId: question.id, optionId }), done: () => open.answers.set(question.id, optionId) }
    },
    async compare(found, pending) {
      draws.splice(0, draws.length - keptDraws)
      for (const { id, answers } of draws) {
        const there = await truth.draw(id)
        if (there === null) found.missing.push(`draw ${id}`)
        for (const [questionId, optionId] of there ? answers : []) if (there.get(questionId) !== optionId) found.missing.push(`answer to ${questionId} of draw ${id} is ${there.get(questionId)}, not ${optionId}`)
        const beyond = [...(there?.keys() ?? [])].filter((questionId) => !answers.has(questionId) && pending !== `answer ${questionId}`)
        if (beyond.length > 0) found.twice.push(`draw ${id} has answers that nobody gave: ${beyond.join(', ')}`)
      }
    },
  }
}

/**
 * The learner's own grade of a question in the book, of which the last one stays, as its first and only review: each takes the place of the one
 * before. One that counted beside it is seen where it has the question due on another day, as with an easy one, the fourth of them.
 */
function grade({ writes, truth, random, given }) {
  let [acked, firstAt] = [null, null]
  const daysAfter = (code) => review(null, null, code, new Date()).card.scheduledDays
  return {
    next() {
      const [chosen, opId] = [Math.floor(random() * grades.length), freshId()]
      return { name: 'grade', about: 'grade', send: () => writes.grade({ mistakeId: given.graded, grade: grades[chosen], code: chosen + 1, opId }), done: () => ([acked, firstAt] = [chosen + 1, firstAt ?? Date.now()]) }
    },
    async compare(found, pending) {
      if (acked === null || pending === 'grade') return
      const there = await truth.grade(given.graded)
      if (there?.grade !== acked) return void found.missing.push(`grade ${there?.grade} instead of ${acked}`)
      // Of one in a later hour, on another day, it is right that it counts anew.
      const days = Math.round((there.dueAt - firstAt) / dayMs)
      if (Date.now() < firstAt + gradingMs && days !== daysAfter(acked)) found.twice.push(`the grade ${acked} has the question due after ${days} days, not ${daysAfter(acked)}`)
    },
  }
}

/** What is done once for each of `ids`; null when all are done. */
function onceEach(name, ids, send, listThere) {
  const done = new Set()
  return {
    next() {
      const id = ids.find((one) => !done.has(one))
      return id === undefined ? null : { name, about: `${name} ${id}`, send: () => send(id), done: () => done.add(id) }
    },
    async compare(found) {
      const there = await listThere()
      for (const id of done) if (!there.has(id)) found.missing.push(`${name} ${id}`)
    },
  }
}

/** The chores of a learner, by what their wishes are called. */
export const choresOf = ({ writes, truth, ...more }) => ({
  position: position({ writes, truth, ...more }),
  exercise: exercise({ writes, truth, ...more }),
  grade: grade({ writes, truth, ...more }),
  begin: onceEach('begun course', fresh, (id) => writes.begin({ id }), () => truth.begun()),
  join: onceEach('joined map', joinable, (id) => writes.join({ id }), () => truth.joined()),
})

/** What their wishes are called. */
export const choreKinds = ['position', 'draw', 'judged answer', 'grade', 'begun course', 'joined map']
