// The web's production build as a part that can be killed, and takers who go through its doors.
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { Cut, killedExam, logIn, parsed, processPart, Refused, sent } from '../../training-api/tests/answer-kill-stage.ts'
import { root } from '../lib/paths.mjs'

const place = { origin: 'standalone', examId: String(killedExam.examId), paperId: String(killedExam.paperId) }

/** The web in front of a training API, with the build that is in a folder. */
export function webPart(port, apiUrl, folder = root) {
  const env = { ...process.env, NODE_ENV: 'production', UPSTREAM_BASE_URL: apiUrl, SESSION_SECRET: 'a-secret-for-breaking-things-0123456789', TRUST_PROXY: '1' }
  return processPart('web', [join(root, 'node_modules/next/dist/bin/next'), 'start', folder, '-p', String(port), '-H', '0.0.0.0'], env, `http://127.0.0.1:${port}/api/health`)
}

/** The outcome of a change that was taken and is not spoken of. */
export const notAnswered = 'not answered'

/** What is known of a call that has to be made again: the status (0 without an answer) and the whole text. */
export const cutBy = (cut, status, text) => Object.assign(cut, { status, text })

/** What a door of the web answers; a Cut where it cannot answer now, where nothing came, and where what came is no JSON. */
export async function askDoor(url, init) {
  const { status, text } = await sent(url, init).catch((error) => {
    throw cutBy(error, 0, error.message)
  })
  // Who is asked to come later has been told nothing wrong.
  if (status >= 500 || status === 429) throw cutBy(new Cut(`${status} ${text.slice(0, 120)}`), status, text)
  try {
    return { status, text, reply: parsed(text) }
  } catch (error) {
    throw cutBy(error, status, text)
  }
}

const answersOf = (answers) => new Map(Object.entries(answers).map(([questionId, optionIds]) => [questionId, optionIds.join('&')]))

/** A taker who calls the web the way its pages do. */
export async function webDoor(webUrl, apiUrl, account, number) {
  const headers = { origin: webUrl, 'content-type': 'application/json', 'x-forwarded-for': `10.1.${number >> 8}.${number & 255}` }
  const login = await fetch(`${webUrl}/api/public/session`, { method: 'POST', headers, body: JSON.stringify({ account, password: 'Train2026', consent: true }) })
  if (!login.ok) throw new Error(`${account} cannot log in: ${login.status} ${await login.text()}`)
  headers.cookie = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ')
  const learnerId = String((await logIn(apiUrl, account)).userId)

  async function call(door, body) {
    const { status, text, reply } = await askDoor(`${webUrl}/api/attempts/${door}`, { method: 'POST', headers, body: JSON.stringify({ learnerId, place, ...body }) })
    if (status !== 200) throw new Refused(`${door}: ${status} ${text.slice(0, 200)}`)
    return reply
  }
  return {
    cookie: headers.cookie,
    async start() {
      const { started, attempt, words } = await call('start', { intentId: randomUUID(), attemptId: null })
      if (!started) throw new Refused(`start: ${words}`)
      const { ref, questions, answers, standing: { epoch, seq } } = attempt
      return { ref, epoch, seq, saved: answersOf(answers), questions: questions.map(({ id, kind, options }) => ({ id, isMultiple: kind === 'multiple', optionIds: options.map((option) => option.id) })) }
    },
    async save({ ref, epoch }, change) {
      const { verdict, outcomes } = await call('answers', { ref, epoch, saves: [change] })
      if (verdict === 'elsewhere') throw new Refused('another writer', 'epoch')
      if (verdict === 'cut') throw new Cut('cut')
      return { outcome: verdict === 'taken' ? outcomes[0]?.outcome ?? notAnswered : verdict, receipt: null }
    },
    async takeOver({ ref, epoch }) {
      const { standing, answers } = await call('take-over', { ref, epoch, intentId: randomUUID() })
      return { epoch: standing.epoch, saved: answersOf(answers) }
    },
    async handIn(ref) {
      const { handIn, repeated } = await call('hand-in', { ref, epoch: 0, by: 'learner' })
      return { number: handIn.number, score: null, repeated }
    },
  }
}
