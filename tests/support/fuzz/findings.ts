import type { FuzzRequest } from './requests'

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

function sent({ address, body = '', headers }: FuzzRequest): string {
  let decoded = address
  try {
    decoded += decodeURIComponent(address)
  } catch {
    // Wrong on purpose.
  }
  return decoded + body + JSON.stringify(headers)
}

/** Keeps one request for each kind of fault of each target, with how often it came. */
export class Findings {
  readonly #found = new Map<string, { times: number; request: FuzzRequest; number: number; text: string }>()
  readonly statuses = new Map<number, number>()
  readonly answered = new Map<string, Set<number>>()

  note(number: number, request: FuzzRequest, reply: FuzzReply, fault: string | null): void {
    this.statuses.set(reply.status, (this.statuses.get(reply.status) ?? 0) + 1)
    const seen = this.answered.get(request.target.name) ?? new Set()
    this.answered.set(request.target.name, seen.add(reply.status))
    if (fault === null) return
    const key = `${request.target.name} ${fault}`
    const known = this.#found.get(key)
    if (known) known.times += 1
    else this.#found.set(key, { times: 1, request, number, text: reply.text })
  }

  /** Each fault in a few lines: what, how often, the number of the first input, and the request that shows it. */
  lines(): string[] {
    return [...this.#found].map(([key, { times, request, number, text }]) =>
      `${key} (${times} times; input ${number})\n  ${request.method} ${request.address.slice(0, 400)}\n  ${JSON.stringify(request.headers).slice(0, 300)}\n  ${(request.body ?? '').slice(0, 300)}\n  -> ${text.slice(0, 300)}`)
  }

  /** The targets that never answered well: there the inputs got no further than a check. */
  unreached(): string[] {
    return [...this.answered].flatMap(([name, seen]) => ([...seen].some((status) => status < 400) ? [] : [name])).sort()
  }

  /** One line for people: how many inputs, which answers, how many targets answered well at least once. */
  summary(): string {
    const statuses = [...this.statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`).join(', ')
    const well = [...this.answered.values()].filter((seen) => [...seen].some((status) => status < 400)).length
    return `${[...this.statuses.values()].reduce((sum, times) => sum + times, 0)} inputs (${statuses}); ${well} of ${this.answered.size} answered well at least once`
  }
}

/** How many inputs, and the seed they come from: `FUZZ_INPUTS` and `FUZZ_SEED`, else a small sample that is the same every time. */
export const fuzzing = { inputs: Number(process.env.FUZZ_INPUTS ?? 200), seed: Number(process.env.FUZZ_SEED ?? 2026), only: process.env.FUZZ_ONLY ? Number(process.env.FUZZ_ONLY) : null }
