import { appendFileSync, readFileSync } from 'node:fs'
import type { FuzzRequest, Target } from './requests'

/** What came back. */
export type FuzzReply = { status: number; type: string; headers: Record<string, string>; text: string }

/** Traces of a program in an answer: stacks, files, queries, libraries. */
const insides = /\n\s+at [\w.<>[\] ]+ ?\(|node_modules|\bfile:\/\/\/\w+\/\w+\/\w+\.|\.(?:ts|tsx|mjs|js):\d+:\d+|(?:Type|Reference|Range|Syntax|Postgres|Zod|Drizzle\w*)Error\b|Failed query|\bECONN\w+|relation "\w+"|syntax error at or near|E\{"digest":"\d+"|data-dgst="\d+"/

/** What is wrong with an answer, or null: faults of ours, and what shows our insides. */
export function faultOf(reply: FuzzReply, request: FuzzRequest): string | null {
  if (reply.status === 0) return `gives no answer: ${reply.text}`
  if (reply.status >= 500) return `answers ${reply.status}`
  const found = insides.exec(reply.text)
  // An address that was asked for may be said again.
  if (found && !sent(request).includes(found[0])) return `shows its insides: ${found[0].trim()}`
  if (/x-injected|^a=b$/i.test(Object.keys(reply.headers).join('\n')) || reply.headers['set-cookie']?.startsWith('a=b')) return 'takes header lines from a value'
  return null
}

/** What an answer says as JSON; nothing where it is none, or cut off. */
export function toldBy<T extends object>({ text }: FuzzReply): Partial<T> {
  try {
    return Object(JSON.parse(text)) as Partial<T>
  } catch {
    return {}
  }
}

function sent({ address, body = '', headers }: FuzzRequest): string {
  let decoded = address
  try {
    decoded += decodeURIComponent(address)
  } catch {
    // Wrong on purpose.
  }
  return decoded + body.toString() + JSON.stringify(headers)
}

/** An input: its number, which says who asks, and the request. */
type Input = { number: number; request: FuzzRequest }
/** One that was answered wrongly, as a line of a file keeps it: with what has to be run to send it again; a body that is no text stands in `bytes`. */
type Kept = Input & { kind: string; test: string; fault: string; bytes?: string }

/**
 * The inputs of a test and what came of them: one request for each kind of fault of each target, with how often it came. Inputs learn from
 * answers, so a number makes no request again; where `FUZZ_KEEP` names a file, each of these requests goes there whole, and a run with that
 * file in `FUZZ_AGAIN` sends them instead of making any. A `ticket` that only this run has is replaced by that of the other.
 */
export class Findings {
  readonly #test: string
  readonly #ticket: string
  readonly #found = new Map<string, { times: number; request: FuzzRequest; number: number; text: string }>()
  readonly #well = new Set<string>()
  readonly statuses = new Map<number, number>()
  readonly #asked = new Set<string>()

  constructor(test: string, ticket = '') {
    this.#test = test
    this.#ticket = ticket
  }

  /** The inputs one after another, each made when it is its turn. */
  *inputs(make: (number: number) => FuzzRequest): Generator<Input> {
    const { FUZZ_AGAIN: file } = process.env
    if (!file) for (let number = 0; number < fuzzing.inputs; number += 1) yield { number, request: make(number) }
    else for (const { test, number, request, bytes } of readFileSync(file, 'utf8').replaceAll(ticketWord, this.#ticket).split('\n').filter(Boolean).map((line) => JSON.parse(line) as Kept)) if (test === this.#test) yield { number, request: bytes === undefined ? request : { ...request, body: Buffer.from(bytes, 'base64') } }
  }

  /** More inputs beside those, each made when it is its turn: to every target that has not answered well yet, again and again until it does, and at most so many times. */
  *knocks<T extends Target>(targets: T[], make: (number: number, target: T) => FuzzRequest): Generator<Input> {
    if (process.env.FUZZ_AGAIN) return
    for (let number = KNOCKS_FROM, times = 0; times < MOST_KNOCKS; times += 1) {
      for (const target of targets.filter(({ name }) => !this.#well.has(name))) {
        yield { number, request: make(number, target) }
        number += 1
      }
    }
  }

  note(number: number, request: FuzzRequest, reply: FuzzReply, fault: string | null): void {
    this.statuses.set(reply.status, (this.statuses.get(reply.status) ?? 0) + 1)
    this.#asked.add(request.target.name)
    // What another method, a redirect or an envelope with a refusal in it says is no sign that an input came any further.
    if (request.method === request.target.method && reply.status >= 200 && reply.status < 300 && toldBy<{ code: unknown }>(reply).code !== 1) this.#well.add(request.target.name)
    if (fault === null) return
    const key = `${request.target.name} ${fault}`
    const known = this.#found.get(key)
    if (known) known.times += 1
    else {
      this.#found.set(key, { times: 1, request, number, text: reply.text })
      this.#keep(number, request, fault)
    }
  }

  /** Keeps the request of a call that failed, which ends the test. */
  broke(number: number, request: FuzzRequest, error: unknown): never {
    this.#keep(number, request, String(error))
    throw error
  }

  #keep(number: number, { target, body, ...sent }: FuzzRequest, fault: string): void {
    const { FUZZ_KEEP: file, FUZZ_KIND: kind = '' } = process.env
    const kept: Kept = { kind, test: this.#test, number, fault, request: { target: { ...target, shape: {} }, ...sent, body: Buffer.isBuffer(body) ? undefined : body }, ...(Buffer.isBuffer(body) ? { bytes: body.toString('base64') } : {}) }
    const line = JSON.stringify(kept)
    if (file) appendFileSync(file, `${this.#ticket ? line.replaceAll(this.#ticket, ticketWord) : line}\n`)
  }

  /** Each fault in a few lines: what, how often, the number of the first input, and the request that shows it. */
  lines(): string[] {
    return [...this.#found].map(([key, { times, request, number, text }]) =>
      `${key} (${times} times; input ${number})\n  ${request.method} ${request.address.slice(0, 400)}\n  ${JSON.stringify(request.headers).slice(0, 300)}\n  ${(request.body ?? '').toString().slice(0, 300)}\n  -> ${text.slice(0, 300)}`)
  }

  /** The targets that never answered well: there the inputs got no further than a check. */
  unreached(): string[] {
    return [...this.#asked].filter((name) => !this.#well.has(name)).sort()
  }

  /** One line for people: how many inputs, which answers, how many targets answered well at least once. */
  summary(): string {
    const statuses = [...this.statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`).join(', ')
    return `${[...this.statuses.values()].reduce((sum, times) => sum + times, 0)} inputs (${statuses}); ${this.#well.size} of ${this.#asked.size} answered well at least once`
  }
}

/** The number of the first input that was made because a target had not answered well yet. */
export const KNOCKS_FROM = 1_000_000_000
/** So often a target that has not answered well is asked for more. */
const MOST_KNOCKS = 300

const ticketWord = '{ticket of the launch}'

/** How many inputs, and the seed of their dice: `FUZZ_INPUTS` and `FUZZ_SEED`, else a small sample; `isAgain` when what was found once is sent instead. */
export const fuzzing = { inputs: Number(process.env.FUZZ_INPUTS ?? 200), seed: Number(process.env.FUZZ_SEED ?? 2026), isAgain: Boolean(process.env.FUZZ_AGAIN) }
