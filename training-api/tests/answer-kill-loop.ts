import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../db/client.ts'
import { encipherPassword } from '../rules/passwords.ts'
import { demoPassword, testMoment } from './support.ts'
import { freshDataDir } from './throwaway.ts'

/**
 * What a loop of kills under takers found. `missing`: acknowledged answers that are gone; `twice`: hand-ins that were
 * told differently the second time; `faults`: replies and rows that no rule explains.
 */
export type AnswerKillReport = { rounds: number; answers: number; handIns: number; missing: number; twice: number; faults: string[] }

type Options = { rounds: number; takers: number; seed: number; onRound?: (report: AnswerKillReport) => void }
type Question = { questionId: number; questionType: number; optionList: { optionId: number }[] }
type Saved = { questionId: number; resultIds: string }[]
type Start = { instanceId: number; answerId: number; epoch: number; seq: number; questionOneList: Question[]; questionTwoList: Question[]; questionThreeList: Question[]; examAnswerUserRelationList: Saved }
type HandIn = { userScore: number; handIn: { number: string }; repeated: boolean }
type Change = { opId: string; seq: number; questionId: number; answer: string }

const server = fileURLToPath(new URL('../server.ts', import.meta.url))
const exam = 8001

/** A random number generator with a seed: 0 ≤ n < 1. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Kills the API with SIGKILL at random moments while learners answer and hand in; every acknowledgement must hold. */
export async function answerKillLoop({ rounds, takers: count, seed, onRound = () => {} }: Options): Promise<AnswerKillReport> {
  const dataDir = await freshDataDir({ seed: true, now: testMoment })
  const report: AnswerKillReport = { rounds: 0, answers: 0, handIns: 0, missing: 0, twice: 0, faults: [] }
  const random = randomOf(seed)
  const port = await freePort()
  const place = new Place(`http://127.0.0.1:${port}`)
  let child: ChildProcess | undefined
  const stop = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => child?.once('close', resolve))
    child?.kill(signal)
    await ended
  }
  try {
    await openWindows(dataDir)
    child = await startServer(dataDir, port)
    place.open()
    const takers = await Promise.all(Array.from({ length: count }, (_, at) => Taker.login(place, `learner${String(at + 1).padStart(3, '0')}`, randomOf(seed + at + 1), report)))
    const working = takers.map((taker) => taker.work())
    for (let round = 0; round < rounds; round += 1) {
      await acknowledged(report)
      await pause(random() * 1500)
      place.close()
      await stop('SIGKILL')
      child = await startServer(dataDir, port)
      place.openForCheck()
      await Promise.all(takers.map((taker) => taker.check()))
      place.open()
      report.rounds += 1
      onRound(report)
    }
    for (const taker of takers) taker.stopped = true
    await Promise.all(working)
    await Promise.all(takers.map((taker) => taker.check()))
    await stop('SIGTERM')
    child = undefined
    await checkRows(dataDir, takers, report)
    return report
  } finally {
    if (child !== undefined) await stop('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Waits until something is acknowledged, so that every round kills a server at work. */
async function acknowledged(report: AnswerKillReport): Promise<void> {
  const before = report.answers + report.handIns
  for (let waited = 0; waited < 60_000 && report.answers + report.handIns === before; waited += 10) await pause(10)
}

/** Where the API is, and whether takers may call it or have to wait for it. */
class Place {
  readonly url: string
  #up = Promise.withResolvers<void>()
  #checking = Promise.withResolvers<void>()

  constructor(url: string) {
    this.url = url
  }

  close(): void {
    this.#up = Promise.withResolvers<void>()
    this.#checking = Promise.withResolvers<void>()
  }

  openForCheck(): void {
    this.#checking.resolve()
  }

  open(): void {
    this.#checking.resolve()
    this.#up.resolve()
  }

  ready(checking: boolean): Promise<void> {
    return checking ? this.#checking.promise : this.#up.promise
  }
}

class Taker {
  stopped = false
  /** Hashes of the receipts that were acknowledged. */
  readonly receipts: string[] = []
  readonly account: string
  readonly #place: Place
  readonly #headers: Record<string, string>
  readonly #random: () => number
  readonly #report: AnswerKillReport
  /** What is acknowledged, by question; and what was sent without an answer yet. */
  #acknowledged = new Map<number, string>()
  #pending: Change | null = null
  #paper: Start | null = null
  #handingIn = false
  readonly #handedIn: { instanceId: number; answerId: number; userScore: number; number: string }[] = []

  constructor(place: Place, account: string, token: string, random: () => number, report: AnswerKillReport) {
    this.#place = place
    this.account = account
    this.#headers = { authorization: `Bearer ${token}`, 'tenant-id': '82', 'content-type': 'application/json' }
    this.#random = random
    this.#report = report
  }

  static async login(place: Place, account: string, random: () => number, report: AnswerKillReport): Promise<Taker> {
    const reply = await fetch(`${place.url}/auth/oauth/token?randomStr=blockPuzzle&code=blockPuzzle&grant_type=password&tenant_flag=82`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('train:train').toString('base64')}`, 'tenant-id': '1' },
      body: new URLSearchParams({ username: account, password: encipherPassword(demoPassword, 'aes-cbc-zero', 'pigxpigxpigxpigx') }),
    })
    const { access_token: token } = (await reply.json()) as { access_token: string }
    return new Taker(place, account, token, random, report)
  }

  /** Answers and hands in until it is told to stop; what fails on the way is sent again. */
  async work(): Promise<void> {
    while (!this.stopped) {
      if (this.#paper === null) await this.#start()
      else if (this.#handingIn || this.#random() < 0.04) await this.#submit()
      else await this.#save()
    }
  }

  async #start(): Promise<void> {
    const paper = await this.#call<Start>('GET', `/train/examPlanApp/startAnswer?examPlanId=${exam}`)
    if (paper === null) return
    this.#paper = paper
    this.#acknowledged = new Map()
    this.#pending = null
  }

  async #save(): Promise<void> {
    const paper = this.#paper
    if (paper === null) return
    const change = this.#pending ?? this.#change(paper)
    this.#pending = change
    const saved = await this.#call<{ outcome: string; receipt?: { hash: string } }>('POST', '/train/examPlanApp/updateAnswerResult', { answerId: paper.answerId, epoch: paper.epoch, ...change })
    if (saved === null) return
    if (saved.outcome !== 'saved' || saved.receipt === undefined) this.#report.faults.push(`${this.account}: a save was ${saved.outcome}`)
    else this.receipts.push(saved.receipt.hash)
    this.#acknowledged.set(change.questionId, change.answer)
    this.#pending = null
    this.#report.answers += 1
  }

  #change(paper: Start): Change {
    const questions = [...paper.questionOneList, ...paper.questionTwoList, ...paper.questionThreeList]
    const question = questions[Math.floor(this.#random() * questions.length)] as Question
    const options = question.optionList.map(({ optionId }) => optionId).toSorted((a, b) => a - b)
    const at = Math.floor(this.#random() * options.length)
    const answer = question.questionType === 2 ? options.slice(at).join('&') : String(options[at])
    paper.seq += 1
    return { opId: `${paper.instanceId}-${paper.seq}`, seq: paper.seq, questionId: question.questionId, answer: this.#random() < 0.05 ? '' : answer }
  }

  async #submit(): Promise<void> {
    const paper = this.#paper
    if (paper === null) return
    this.#handingIn = true
    const { instanceId, answerId } = paper
    const handed = await this.#call<HandIn>('POST', '/train/examPlanApp/submitPaper', { instanceId, answerId })
    if (handed === null) return
    this.#handedIn.push({ instanceId, answerId, userScore: handed.userScore, number: handed.handIn.number })
    this.#report.handIns += 1
    this.#handingIn = false
    this.#paper = null
  }

  /** Whether everything that was acknowledged is still there. */
  async check(): Promise<void> {
    const paper = this.#paper
    if (paper !== null && !this.#handingIn) {
      const taken = await this.#call<{ epoch: number; seq: number; examAnswerUserRelationList: Saved }>('POST', '/train/examPlanApp/takeOverAnswer', { instanceId: paper.instanceId, answerId: paper.answerId }, true)
      if (taken === null) return
      paper.epoch = taken.epoch
      const saved = new Map(taken.examAnswerUserRelationList.map(({ questionId, resultIds }) => [questionId, resultIds]))
      for (const [questionId, answer] of this.#acknowledged) {
        const there = saved.get(questionId) ?? ''
        const onItsWay = this.#pending?.questionId === questionId && there === this.#pending.answer
        if (there !== answer && !onItsWay) this.#report.missing += 1
      }
    }
    const last = this.#handedIn.at(-1)
    if (last === undefined) return
    const again = await this.#call<HandIn>('POST', '/train/examPlanApp/submitPaper', { instanceId: last.instanceId, answerId: last.answerId }, true)
    if (again !== null && (!again.repeated || again.userScore !== last.userScore || again.handIn.number !== last.number)) this.#report.twice += 1
  }

  /** The data of a call; null when the API went away in the middle of it, or refused. */
  async #call<T>(method: string, path: string, body?: unknown, checking = false): Promise<T | null> {
    await this.#place.ready(checking)
    try {
      const reply = await fetch(`${this.#place.url}${path}`, { method, headers: this.#headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      const { code, msg, data } = (await reply.json()) as { code: number; msg: string | null; data: T & { reason?: string } }
      if (code === 0) return data
      // An opening of which nobody heard has made another writer.
      if (data?.reason === 'epoch') this.#paper = null
      else this.#report.faults.push(`${this.account}: ${path} was refused: ${reply.status} ${msg}`)
      return null
    } catch {
      await pause(5)
      return null
    }
  }
}

async function openWindows(dataDir: string): Promise<void> {
  const { db, close } = await openDatabase({ dataDir, durable: true, migrate: false })
  await db.execute(sql`update exams set ends_at = now() + interval '1 year', answer_minutes = 600 where tenant_id = 82 and exam_id = ${exam}`)
  await close()
}

async function checkRows(dataDir: string, takers: readonly Taker[], report: AnswerKillReport): Promise<void> {
  const { db, close } = await openDatabase({ dataDir, migrate: false })
  try {
    const known = takers.flatMap(({ receipts }) => receipts)
    const [lost] = (await db.execute<{ lost: number }>(sql`select count(*) as lost from unnest(${sql.param(known)}::text[]) h where not exists (select 1 from answer_receipts r where r.hash = h)`)).rows
    report.missing += lost?.lost ?? 0
    const findings = {
      'two running attempts': sql`select 1 from attempts where status = 'running' group by tenant_id, learner_id, exam_id, place_id having count(*) > 1`,
      'a broken chain': sql`
        select 1 from answer_receipts r left join answer_receipts b on b.tenant_id = r.tenant_id and b.attempt_id = r.attempt_id and b.link = r.link - 1
        where r.previous_hash <> coalesce(b.hash, repeat('0', 64)) or (r.link > 1 and b.hash is null)`,
      'a head that is not the last receipt': sql`
        select 1 from attempts a where a.receipt_count > 0 and a.receipt_head is distinct from (select hash from answer_receipts r where r.tenant_id = a.tenant_id and r.attempt_id = a.attempt_id order by link desc limit 1)`,
      'an answer without its receipt': sql`
        select 1 from attempt_answers x where x.operation_id is not null and not exists (select 1 from answer_receipts r where r.tenant_id = x.tenant_id and r.attempt_id = x.attempt_id and r.operation_id = x.operation_id)`,
      'attempts counted wrong': sql`
        select 1 from exam_standings s left join (select tenant_id, learner_id, exam_id, place_id, count(*) n from attempts group by 1, 2, 3, 4) a using (tenant_id, learner_id, exam_id, place_id) where s.attempts_used <> coalesce(a.n, 0)`,
      'learners counted twice': sql`
        select 1 from exam_averages g join (select tenant_id, exam_id, count(distinct learner_id) n from attempts where score is not null group by 1, 2) a using (tenant_id, exam_id) where g.learners <> a.n`,
      'statistics that are not of the best attempts': sql`
        with best as (select distinct on (a.tenant_id, a.exam_id, a.learner_id) a.tenant_id, a.exam_id, a.attempt_id from attempts a where a.score is not null order by a.tenant_id, a.exam_id, a.learner_id, a.score desc, a.used_ms, a.attempt_id),
        counted as (select b.tenant_id, b.exam_id, x.question_id, count(*) n from best b join attempt_answers x using (tenant_id, attempt_id) where x.option_ids <> '' group by 1, 2, 3)
        select 1 from counted c full join (select * from question_statistics where exam_id <> 0 and answers > 0) s using (tenant_id, exam_id, question_id) where c.n is distinct from s.answers`,
    }
    for (const [what, query] of Object.entries(findings)) if ((await db.execute(query)).rows.length > 0) report.faults.push(what)
  } finally {
    await close()
  }
}

async function startServer(dataDir: string, port: number): Promise<ChildProcess> {
  const { DATABASE_URL: _elsewhere, ...environment } = process.env
  const child = spawn(process.execPath, [server], { env: { ...environment, DATA_DIR: dataDir, TRAINING_API_PORT: String(port), LOG_LEVEL: 'error' }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (said += text.toString()))
  for (let waited = 0; waited < 60_000; waited += 50) {
    if (child.exitCode !== null) break
    const up = await fetch(`http://127.0.0.1:${port}/health`).then(({ ok }) => ok, () => false)
    if (up) return child
    await pause(50)
  }
  child.kill('SIGKILL')
  throw new Error(`The training API did not start: ${said}`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' }, takers: { type: 'string', default: '50' }, seed: { type: 'string', default: String(Date.now() % 1_000_000) } } })
  process.stdout.write(`seed ${values.seed}\n`)
  const report = await answerKillLoop({
    rounds: Number(values.rounds),
    takers: Number(values.takers),
    seed: Number(values.seed),
    onRound: ({ rounds, answers, handIns, missing, twice, faults }) => process.stdout.write(`round ${rounds}: ${answers} answers and ${handIns} hand-ins acknowledged, ${missing} missing, ${twice} twice, ${faults.length} faults\n`),
  })
  for (const fault of report.faults) process.stdout.write(`${fault}\n`)
  process.exitCode = report.missing + report.twice + report.faults.length > 0 ? 1 : 0
}
