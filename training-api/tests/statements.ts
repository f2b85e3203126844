import pg from 'pg'
import { vi } from 'vitest'
import type { TestApi } from './support.ts'

/** What `work` answers, the statements it sends outside of transactions, each with its values, and how many were under way at once. */
export async function watchStatements<T>(api: TestApi, work: () => Promise<T>): Promise<{ answer: T; sent: string[]; mostAtOnce: number }> {
  const pool = api.db.$client
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  const sent: string[] = []
  let underWay = 0
  let mostAtOnce = 0
  const watched = async (statement: string | { text: string }, ...rest: unknown[]) => {
    sent.push(`${typeof statement === 'string' ? statement : statement.text} ${JSON.stringify(rest)}`)
    underWay += 1
    mostAtOnce = Math.max(mostAtOnce, underWay)
    return query(statement, ...rest).finally(() => (underWay -= 1))
  }
  pool.query = watched as typeof pool.query
  try {
    return { answer: await work(), sent, mostAtOnce }
  } finally {
    pool.query = query as typeof pool.query
  }
}

type PlanNode = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: PlanNode[] }
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** How many rows of a table are looked at by each of the statements about it that `work` sends outside of transactions. */
export async function rowsRead(api: TestApi, table: string, work: () => Promise<unknown>): Promise<number[]> {
  const { sent } = await watchStatements(api, work)
  return Promise.all(
    sent.filter((statement) => statement.includes(`from "${table}"`)).map(async (statement) => {
      const at = statement.lastIndexOf(' [')
      const [values] = JSON.parse(statement.slice(at)) as [unknown[]]
      const { rows } = await api.db.$client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (analyze, format json) ${statement.slice(0, at)}`, values)
      return nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
        .filter((node) => node['Relation Name'] === table)
        .reduce((sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'], 0)
    }),
  )
}

type Statement = { text: string; name: string | undefined }

function watchSent(): (work: () => Promise<unknown>) => Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  return async (work) => {
    query.mockClear()
    await work()
    return query.mock.calls.map(([statement]: unknown[]) => {
      const { text = '', name }: Partial<Statement> = typeof statement === 'string' ? { text: statement } : (statement as Partial<Statement>)
      return { text, name }
    })
  }
}

/** Watches connections that are opened from now on, transactions too: the texts of what they send while `work` is done. */
export function watchConnections(): (work: () => Promise<unknown>) => Promise<string[]> {
  const sentBy = watchSent()
  return async (work) => (await sentBy(work)).map(({ text }) => text)
}

/** The same, but the texts that a transaction of `work` had built for this one time: their names are made for them (`db/named.ts`). */
export function watchBuilt(): (work: () => Promise<unknown>) => Promise<string[]> {
  const sentBy = watchSent()
  return async (work) => {
    const sent = await sentBy(work)
    const begun = sent.findIndex(({ text }) => text === 'begin')
    if (begun === -1) throw new Error('There was no transaction.')
    return sent.slice(begun, sent.findIndex(({ text }) => text === 'commit')).flatMap(({ text, name }) => (name?.startsWith('text_') ? [text] : []))
  }
}

const send = pg.Client.prototype.query as (...given: unknown[]) => unknown
type Sent = Statement & { journey: number }

/**
 * Watches connections that are opened from now on, transactions too: what they send while `work` is done, and in which journey each. What is
 * sent while others are under way shares theirs.
 */
export function watchJourneys(): (work: () => Promise<unknown>) => Promise<Sent[]> {
  let sent: Sent[] = []
  let [underWay, journey] = [0, 0]
  const answered = () => (underWay -= 1)
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [statement] = given
    const { text, name } = typeof statement === 'string' ? { text: statement, name: undefined } : (statement as { text: string; name?: string })
    if (underWay === 0) journey += 1
    underWay += 1
    sent.push({ text, name, journey })
    const last = given.at(-1)
    if (typeof last !== 'function') return (send.apply(this, given) as Promise<unknown>).finally(answered)
    return send.call(this, ...given.slice(0, -1), (...answer: unknown[]) => {
      answered()
      last(...answer)
    })
  } as typeof pg.Client.prototype.query)
  return async (work) => {
    sent = []
    journey = 0
    await work()
    return sent
  }
}
