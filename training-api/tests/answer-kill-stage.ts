import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { spawnAlong } from '../../scripts/lib/processes.mjs'
import { openDatabase } from '../db/client.ts'
import type { OpenDatabase } from '../db/client.ts'
import { encipherPassword } from '../rules/passwords.ts'
import { demoPassword, testMoment } from './support.ts'
import type { TokenReply } from './support.ts'
import { freshDataDir } from './throwaway.ts'

/** A program that can be killed (SIGKILL), brought up again, made to stand still and go on (SIGSTOP, SIGCONT), and ended in peace. */
export type Part = {
  name: string
  start(): Promise<void>
  kill(): Promise<void>
  standStill(): void
  goOn(): void
  stop(): Promise<void>
  /** What it did that nobody asked of it, a sentence each, once: that it ended by itself, or with a fault when it was asked to end. */
  accidents(): string[]
}

/** Within so many seconds of the end of a trouble everybody must be answered again. */
export const longestRecoverySeconds = 10

/** What is wrong with somebody who was answered so many seconds after the end of a trouble, or never (null); null when it was soon enough. */
export function lateSentence(account: string, seconds: number | null): string | null {
  if (seconds === null) return `${account} was not answered again`
  return seconds > longestRecoverySeconds ? `${account} was answered again after ${seconds.toFixed(1)} s` : null
}

/** The name of a part that is the database alone. */
export const databasePart = 'database'

/** The name of a part that is a training API alone, or one with its embedded database. */
export const apiName = 'training API'

/** What runs under the takers, filled with the demo world. */
export type Stage = {
  parts: Part[]
  /** The database, for a look while nothing but a server of its own runs. */
  open(): Promise<OpenDatabase>
  /** How the taker with this number calls. */
  doorFor(account: string, number: number): Promise<Door>
  close(): Promise<void>
}

export type Ref = { attemptId: string; answerId: string }
export type Question = { id: string; isMultiple: boolean; optionIds: string[] }
/** An opened paper; `saved` are option ids joined by an ampersand, by question. */
export type Opened = { ref: Ref; epoch: number; seq: number; questions: Question[]; saved: Map<string, string> }
export type Change = { opId: string; seq: number; questionId: string; optionIds: string[] }
/** What was told of a hand-in; null where a caller in between could not learn it. */
export type HandedIn = { number: string | null; score: number | null; repeated: boolean }

/** The calls of a taker; each throws Cut or Refused. */
export type Door = {
  start(): Promise<Opened>
  /** `receipt` is the hash of the acknowledgement's receipt, where the caller is told. */
  save(paper: Opened, change: Change): Promise<{ outcome: string; receipt: string | null }>
  takeOver(paper: Opened): Promise<{ epoch: number; saved: Map<string, string> }>
  handIn(ref: Ref): Promise<HandedIn>
}

/** Nobody knows what became of the call. */
export class Cut extends Error {}

/** The call was answered, with no; `reason` as the platform names it. */
export class Refused extends Error {
  readonly reason: string | undefined
  constructor(message: string, reason: string | undefined) {
    super(message)
    this.reason = reason
  }
}

/** The exam that is taken: stand-alone, without a limit of attempts. */
export const killedExam = { examId: 8001, paperId: 8200 }

const server = fileURLToPath(new URL('../server.ts', import.meta.url))

/** The training API with its embedded database: to kill one is to kill both. */
export async function embeddedStage(): Promise<Stage & { url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const dataDir = await freshDataDir({ seed: true, now: testMoment })
  const parts = [apiPart(port, { DATA_DIR: dataDir })]
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  // Also when it is broken off: after the part, which hears of the same end first, and whose last writes may be under way.
  process.once('exit', remove)
  return {
    url,
    parts,
    open: () => openDatabase({ dataDir, durable: true, migrate: false }),
    doorFor: async (account) => directDoor(url, await logIn(url, account)),
    close: async () => {
      process.off('exit', remove)
      remove()
    },
  }
}

/** The training API as a part; `settings` say where its database is. */
export function apiPart(port: number, settings: Record<string, string>): Part {
  const { DATABASE_URL: _elsewhere, ...environment } = process.env
  // One that is killed leaves the folder of its socket behind.
  const leftovers = mkdtempSync(join(tmpdir(), 'trainhall-part-'))
  const part = processPart(apiName, [server], { ...environment, TMPDIR: leftovers, ...settings, TRAINING_API_PORT: String(port), LOG_LEVEL: 'error' }, `http://127.0.0.1:${port}/ready`)
  process.once('exit', () => rmSync(leftovers, { recursive: true, force: true, maxRetries: 5 }))
  return part
}

/** How a program ends that was asked to by SIGTERM: with 0, or as Next does with 128 and the signal's number. */
const peacefulCodes = new Set<number | null>([0, 143])

/** A Node program as a part, up when its address answers. */
export function processPart(name: string, args: readonly string[], env: NodeJS.ProcessEnv, ready: string): Part {
  let child: ChildProcess | undefined
  let asked: NodeJS.Signals | null = null
  const accidents: string[] = []
  const end = async (signal: NodeJS.Signals) => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    asked = signal
    child.kill(signal)
    await ended
  }
  return {
    name,
    async start() {
      const started = spawnAlong(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
      child = started
      asked = null
      let said = ''
      started.once('exit', (code, signal) => {
        if (asked === null) accidents.push(`The ${name} ended by itself (${signal ?? code}): ${said}`)
        else if (asked === 'SIGTERM' && !peacefulCodes.has(code)) accidents.push(`The ${name} was asked to end and did so with ${signal ?? code}: ${said}`)
      })
      for (const stream of [started.stdout, started.stderr]) stream.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2_000)))
      for (let waited = 0; waited < 120_000; waited += 25) {
        if (started.exitCode !== null) break
        if (await fetch(ready).then(({ ok }) => ok, () => false)) return
        await pause(25)
      }
      await end('SIGKILL')
      throw new Error(`The ${name} did not start: ${said}`)
    },
    kill: () => end('SIGKILL'),
    standStill: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
    stop: () => end('SIGTERM'),
    accidents: () => accidents.splice(0),
  }
}

/** Who is logged in at the training API. */
export type LoggedIn = { userId: number; token: string }

/** Logs a learner of tenant 82 in. */
export async function logIn(url: string, account: string): Promise<LoggedIn> {
  const reply = await fetch(`${url}/auth/oauth/token?randomStr=blockPuzzle&code=blockPuzzle&grant_type=password&tenant_flag=82`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('train:train').toString('base64')}`, 'tenant-id': '1' },
    body: new URLSearchParams({ username: account, password: encipherPassword(demoPassword, 'aes-cbc-zero', 'pigxpigxpigxpigx') }),
  })
  const { access_token: token, user_info: user } = (await reply.json()) as TokenReply
  return { userId: user.id, token }
}

type WireQuestion = { questionId: number; questionType: number; optionList: { optionId: number }[] }
type WireSaved = { questionId: number; resultIds: string }[]
type WireStart = { instanceId: number; answerId: number; epoch: number; seq: number; questionOneList: WireQuestion[]; questionTwoList: WireQuestion[]; questionThreeList: WireQuestion[]; examAnswerUserRelationList: WireSaved }

const savedOf = (list: WireSaved) => new Map(list.map(({ questionId, resultIds }) => [String(questionId), resultIds]))

/** A taker who calls the training API itself. */
export function directDoor(url: string, { token }: LoggedIn): Door {
  const headers = { authorization: `Bearer ${token}`, 'tenant-id': '82', 'content-type': 'application/json' }
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, text } = await sent(`${url}/train/examPlanApp/${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    const { code, msg, data } = parsed<{ code: number; msg: string | null; data: T & { reason?: string } }>(text)
    if (code === 0) return data
    if (status >= 500) throw new Cut(`${status}`)
    throw new Refused(`${path}: ${status} ${msg}`, data?.reason)
  }
  const named = ({ attemptId, answerId }: Ref) => ({ instanceId: Number(attemptId), answerId: Number(answerId) })
  return {
    async start() {
      const paper = await call<WireStart>('GET', `startAnswer?examPlanId=${killedExam.examId}`)
      const questions = [...paper.questionOneList, ...paper.questionTwoList, ...paper.questionThreeList]
      return {
        ref: { attemptId: String(paper.instanceId), answerId: String(paper.answerId) },
        epoch: paper.epoch,
        seq: paper.seq,
        questions: questions.map(({ questionId, questionType, optionList }) => ({ id: String(questionId), isMultiple: questionType === 2, optionIds: optionList.map(({ optionId }) => String(optionId)) })),
        saved: savedOf(paper.examAnswerUserRelationList),
      }
    },
    async save({ ref, epoch }, { optionIds, ...change }) {
      const { outcome, receipt } = await call<{ outcome: string; receipt?: { hash: string } }>('POST', 'updateAnswerResult', { answerId: ref.answerId, epoch, ...change, answer: optionIds.join('&') })
      return { outcome: outcome === 'saved' && receipt === undefined ? 'saved without a receipt' : outcome, receipt: receipt?.hash ?? null }
    },
    async takeOver({ ref }) {
      const { epoch, examAnswerUserRelationList: list } = await call<{ epoch: number; examAnswerUserRelationList: WireSaved }>('POST', 'takeOverAnswer', named(ref))
      return { epoch, saved: savedOf(list) }
    },
    async handIn(ref) {
      const { userScore, handIn, repeated } = await call<{ userScore: number; handIn: { number: string }; repeated: boolean }>('POST', 'submitPaper', named(ref))
      return { number: handIn.number, score: userScore, repeated }
    },
  }
}

/** The status and the whole text of a reply; Cut when it did not come whole. */
export async function sent(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) })
    return { status: reply.status, text: await reply.text() }
  } catch (fault) {
    throw new Cut(String(fault))
  }
}

/** A reply as JSON; Cut when it is none. */
export function parsed<T>(text: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw new Cut(`not JSON: ${text.slice(0, 80)}`)
  }
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
