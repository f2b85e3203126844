// Learners who read pages, save answers and write notes, and visitors who read public pages, through the front, one thing after the other,
// without an end.
import { randomUUID } from 'node:crypto'
import { enrol, freshId, platformOf, truthOf, webWrites } from '../chaos/calls.mjs'
import { webDoor } from '../chaos/web.mjs'
import { demoAccount } from '../lib/demo-world.mjs'

const pages = ['/Home', '/myCurriculum', '/CurriculumDetil?id=3001', '/myTestPapers', '/news', '/Curriculum']
/** Not the page of registration, of which the checks want to be the first to ask. */
const publicPages = ['/login', '/resetPassword', '/news', '/news/107', '/Appye', '/accessibility']
const PATIENCE_MS = 30_000

async function readPage(front, path, headers) {
  const reply = await fetch(front + path, { headers, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`)
  if (!text.includes('</html>')) throw new Error(`${path}: broke off after ${text.length} characters`)
  return reply.headers
}

/** What is wrong with how often each text of a learner is among the notes that are there: all that were acknowledged must be, each once. */
export function notesAgainst({ account, written }, there) {
  return written.flatMap((text) => {
    const times = there.filter((note) => note.text === text).length
    return times === 1 ? [] : [`${account}: the note ${text} is there ${times} times`]
  })
}

/** How many of a learner's texts are among the notes more than once. */
export const twiceThere = ({ written }, there) => written.filter((text) => there.filter((note) => note.text === text).length > 1).length

/** What is wrong with answers that are there, by question, beside the acknowledged ones. */
export function answersAgainst({ account, acked }, saved) {
  return [...acked].filter(([questionId, answer]) => saved.get(questionId) !== answer).map(([questionId, answer]) => `${account}: the answer to ${questionId} is ${saved.get(questionId)}, not ${answer}`)
}

/** What is wrong with how many of the visitors' pages came out of the cache of public pages in front, which must be most of them. */
export const cacheFaults = ({ visits, hits }) => (hits * 2 > visits ? [] : [`${hits} of ${visits} public pages came out of the cache in front`])

/** Begins; `soFar` counts, `during` says what is being done to the cluster, `stop` ends and looks whether everything acknowledged is there, once. */
export async function startLoad({ stage, learners, visitors, random }) {
  const found = { pages: 0, saves: 0, notes: 0, visits: 0, hits: 0, failed: [] }
  let doing = 'nothing'
  let isOver = false

  const takers = await Promise.all(Array.from({ length: learners }, async (_, at) => {
    const account = demoAccount(at + 1)
    const door = await webDoor(stage.front, stage.platform, account, at)
    const platform = await platformOf(stage.platform, account)
    await enrol(platform)
    return { account, door, writes: await webWrites(stage.front, account, at), truth: truthOf(platform), paper: await door.start(), acked: new Map(), seq: 0, written: [] }
  }))

  async function save(taker) {
    const question = taker.paper.questions[Math.floor(random() * taker.paper.questions.length)]
    const optionIds = [question.optionIds[Math.floor(random() * question.optionIds.length)]]
    taker.seq += 1
    const { outcome } = await taker.door.save(taker.paper, { opId: randomUUID(), seq: taker.paper.seq + taker.seq, questionId: question.id, optionIds })
    if (outcome !== 'saved') throw new Error(`an answer was ${outcome}`)
    taker.acked.set(question.id, optionIds.join('&'))
    found.saves += 1
  }

  async function writeNote(taker) {
    const text = `${taker.account}-${freshId()}`
    await taker.writes.addNote({ text, opId: freshId() })
    taker.written.push(text)
    found.notes += 1
  }

  async function act(taker) {
    const roll = random()
    if (roll < 0.35) return save(taker)
    if (roll < 0.5) return writeNote(taker)
    await readPage(stage.front, pages[Math.floor(random() * pages.length)], { cookie: taker.door.cookie })
    found.pages += 1
  }

  async function visit() {
    const headers = await readPage(stage.front, publicPages[Math.floor(random() * publicPages.length)])
    found.visits += 1
    if (headers.get('x-front-cache') === 'HIT') found.hits += 1
    if (headers.has('set-cookie')) throw new Error('a public page sets a cookie')
  }

  async function live(name, doNext) {
    while (!isOver) {
      try {
        await doNext()
      } catch (error) {
        found.failed.push({ during: doing, what: `${name}: ${error.message}${error.cause ? ` (${error.cause.message})` : ''}` })
      }
      await new Promise((done) => setTimeout(done, 50 + random() * 150))
    }
  }

  const lives = [...takers.map((taker) => live(taker.account, () => act(taker))), ...Array.from({ length: visitors }, (_, at) => live(`visitor ${at + 1}`, visit))]
  return {
    during: (name) => (doing = name),
    soFar: () => found,
    async stop() {
      isOver = true
      await Promise.all(lives)
      const wrong = cacheFaults(found)
      // What of `wrong` is something acknowledged that is not there, or there more than once.
      const lost = { missing: 0, twice: 0 }
      for (const taker of takers) {
        const notes = await taker.truth.notes()
        const said = [...answersAgainst(taker, (await taker.door.takeOver(taker.paper)).saved), ...notesAgainst(taker, notes)]
        const twice = twiceThere(taker, notes)
        lost.missing += said.length - twice
        lost.twice += twice
        wrong.push(...said)
      }
      return { ...found, ...lost, wrong }
    },
  }
}
