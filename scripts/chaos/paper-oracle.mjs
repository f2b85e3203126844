// What a learner chose on a paper, what of it was called safe, and what must therefore be there in the end.
import { agrees } from '../../training-api/tests/answer-kill-taker.ts'

/** So well the training API knows the database's clock, by which it goes. A server of BENCH_DATABASE_URL must go by the clock of this machine as well. */
const clocksMs = 250

/** Chosen options as they are stored: ids in ascending order, joined by an ampersand. */
export const answerOf = (optionIds) => [...optionIds].sort((one, other) => Number(one) - Number(other)).join('&')

/** The choices on one paper, in the order in which they were made; each is safe once its page, or the door, has said so. */
export class Sheet {
  /** Changes that the door acknowledged. */
  operations = []
  faults = []
  #questions = new Map()

  /** A page shows this answer from now on; `by` is the page. */
  chose(questionId, answer, by) {
    const choices = this.#questions.get(questionId) ?? { made: [], safe: -1 }
    choices.made.push({ answer, by })
    this.#questions.set(questionId, choices)
  }

  /** A page calls kept, on the server or on the device, what was chosen there. */
  kept(by) {
    for (const choices of this.#questions.values()) choices.safe = Math.max(choices.safe, choices.made.findLastIndex((one) => one.by === by))
  }

  /** The door acknowledged a change. */
  heard({ opId, questionId, optionIds }) {
    const answer = answerOf(optionIds)
    const choices = this.#questions.get(questionId)
    if (!choices?.made.some((one) => one.answer === answer)) {
      this.faults.push(`the door took ${answer || 'nothing'} for ${questionId}, which nobody chose`)
      return
    }
    if (!this.operations.includes(opId)) this.operations.push(opId)
    // Where the same answer was chosen several times, the first of them may have been meant.
    const at = choices.made.findIndex((one, index) => index >= choices.safe && one.answer === answer)
    choices.safe = Math.max(choices.safe, at)
  }

  /** By question what was called safe last, and what was chosen after it without such a word. */
  get answers() {
    return new Map([...this.#questions].map(([questionId, { made, safe }]) => [questionId, { acknowledged: made[safe]?.answer ?? null, open: made.slice(safe + 1).map(({ answer }) => answer) }]))
  }
}

/** The answers that are not what they were told to be, a sentence each; `there` has them by attempt and question. */
export function answersMissing(told, there) {
  return told.flatMap(({ plan, account, attemptId, sheet }) => [...sheet.answers].flatMap(([questionId, known]) => {
    const answer = there.get(`${attemptId}/${questionId}`) ?? ''
    return agrees(known, answer) ? [] : [`round ${plan.round}, ${account}: the answer to ${questionId} is "${answer}", not "${known.acknowledged ?? ''}"${known.open.map((one) => ` or "${one}"`).join('')}`]
  }))
}

/**
 * What is wrong with how papers ended. `told` is what each sitting came to: its attempt, how it had to end (`by`), since when its learner
 * had asked for it (`askedAt`), and the hand-ins its pages heard of; `rows` are all attempts of these learners.
 */
export function endFaults(told, rows) {
  const found = { missing: [], twice: [], faults: [] }
  for (const { account, attemptId, by, askedAt, handIns } of told) {
    const row = rows.find((one) => String(one.attemptId) === attemptId)
    if (!row || row.submittedBy === null) {
      found.missing.push(`${account}: the paper ${attemptId} is not handed in`)
      continue
    }
    if (row.submittedBy !== by) found.faults.push(`${account}: the paper was handed in by ${row.submittedBy}, not by ${by}`)
    if (by === 'learner' && row.submittedAt < askedAt - clocksMs) found.faults.push(`${account}: the paper was handed in ${Math.round((askedAt - row.submittedAt) / 1000)} s before its learner asked for it`)
    if (by === 'deadline' && row.submittedAt !== row.deadlineAt) found.faults.push(`${account}: the paper ended ${Math.round((row.submittedAt - row.deadlineAt) / 1000)} s after its time`)
    const numbers = new Set(handIns.map(({ number }) => number).filter((number) => number !== null))
    if (numbers.size > 1 || handIns.filter(({ repeated }) => !repeated).length > 1) found.twice.push(`${account}: the paper was handed in more than once: ${JSON.stringify(handIns)}`)
  }
  for (const [account, sittings] of Map.groupBy(told, (one) => one.account)) {
    const begun = rows.filter((row) => row.account === account).length
    const sat = new Set(sittings.map(({ attemptId }) => attemptId)).size
    if (begun > sat) found.twice.push(`${account}: ${begun} attempts were begun, not ${sat}`)
  }
  return found
}

/** What is wrong with the time that a page shows as left (`hh:mm:ss`) at a moment; null when it is the platform's. */
export function timerFault({ shown, deadline, now }) {
  const [hours, minutes, seconds] = (/^(\d\d):(\d\d):(\d\d)$/.exec(shown) ?? []).slice(1).map(Number)
  if (seconds === undefined) return `the page shows "${shown}" as the time that is left`
  const ahead = hours * 3600 + minutes * 60 + seconds - Math.max(0, deadline - now) / 1000
  return Math.abs(ahead) <= 3 ? null : `the page shows ${shown}, which is ${Math.round(ahead)} s too ${ahead > 0 ? 'much' : 'little'}`
}
