// Learners who read pages and save answers through the front, one thing after the other, without an end.
import { randomUUID } from 'node:crypto'
import { webDoor } from '../chaos/web.mjs'

const pages = ['/Home', '/myCurriculum', '/CurriculumDetil?id=3001', '/myTestPapers', '/news', '/Curriculum']
const PATIENCE_MS = 30_000

async function readPage(front, path, cookie) {
  const reply = await fetch(front + path, { headers: { cookie }, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`)
  if (!text.includes('</html>')) throw new Error(`${path}: broke off after ${text.length} characters`)
}

/** Begins; `soFar` counts, `during` says what is being done to the cluster, `stop` ends and looks whether every answer is there. */
export async function startLoad({ stage, learners, random }) {
  const found = { pages: 0, saves: 0, failed: [] }
  let doing = 'nothing'
  let isOver = false

  const takers = await Promise.all(Array.from({ length: learners }, async (_, at) => {
    const account = `learner${String(at + 1).padStart(3, '0')}`
    const door = await webDoor(stage.front, stage.platform, account, at)
    return { account, door, paper: await door.start(), acked: new Map(), seq: 0 }
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

  async function live(taker) {
    while (!isOver) {
      try {
        if (random() < 0.5) {
          await readPage(stage.front, pages[Math.floor(random() * pages.length)], taker.door.cookie)
          found.pages += 1
        } else await save(taker)
      } catch (error) {
        found.failed.push({ during: doing, what: `${taker.account}: ${error.message}${error.cause ? ` (${error.cause.message})` : ''}` })
      }
      await new Promise((done) => setTimeout(done, 50 + random() * 150))
    }
  }

  const lives = takers.map(live)
  return {
    during: (name) => (doing = name),
    soFar: () => found,
    async stop() {
      isOver = true
      await Promise.all(lives)
      const missing = []
      for (const { account, door, paper, acked } of takers) {
        const { saved } = await door.takeOver(paper)
        for (const [questionId, answer] of acked) if (saved.get(questionId) !== answer) missing.push(`${account}: the answer to ${questionId} is ${saved.get(questionId)}, not ${answer}`)
      }
      return { ...found, missing }
    },
  }
}
