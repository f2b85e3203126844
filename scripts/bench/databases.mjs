// Empty databases for a measurement, one after the other on either engine.
import pg from 'pg'
import { openDatabase } from '../../training-api/db/client.ts'
import { makeCluster, noCluster } from '../chaos/cluster.mjs'
import { givenServer } from '../lib/parts.mjs'
import { undoAtEnd } from '../lib/processes.mjs'
import { Refusal } from '../lib/refusal.mjs'
import { temporaryFolder } from './servers.mjs'

/** The server that `findServer` has started. */
let ownServer = null

/** The address of the PostgreSQL server to make databases on: the one that BENCH_DATABASE_URL names, or the one that `findServer` has started; null without either. */
export const serverUrl = () => givenServer() ?? ownServer

/** Sees to it that there is a server, by starting one that is installed where none is named; gives whether there is one. */
export async function findServer(print) {
  if (serverUrl() !== null) return true
  const cluster = await makeCluster()
  if (!cluster) return false
  await cluster.part.start()
  ownServer = cluster.url
  print.line('PostgreSQL is a server of this run\'s own, with its usual settings and texts in the order of their bytes; BENCH_DATABASE_URL names another.')
  return true
}

/** Which engines rows of figures are of: those that they name, else the one that every server of this run has had. */
export function enginesOf(rows) {
  const named = new Set(rows.flatMap(({ engine }) => engine ?? []))
  if (named.size > 0 || rows.length === 0) return [...named]
  return [serverUrl() === null ? 'pglite' : 'postgres']
}

const notMeasured = `PostgreSQL was not measured: ${noCluster}, and BENCH_DATABASE_URL names none.`
/** Says that PostgreSQL is not measured, and why. */
export const withoutServer = (print) => print.remark(notMeasured)

/** The engines to measure: both where there is a PostgreSQL server, or the one that is wanted. Where both are `needed`, one of them alone is a failure. */
export async function findEngines(print, wanted, { needed = false } = {}) {
  if (wanted === 'pglite') return ['pglite']
  if (await findServer(print)) return wanted ? [wanted] : ['pglite', 'postgres']
  if (wanted) throw new Refusal(`PostgreSQL cannot be measured: ${noCluster}, and BENCH_DATABASE_URL names none.`)
  if (needed) print.fault(notMeasured)
  else withoutServer(print)
  return ['pglite']
}

/** A migrated database of its own on the engine; `close` takes it away again. */
export async function openBenchDatabase(engine, label) {
  const opened = await (engine === 'pglite' ? openDatabase({ dataDir: temporaryFolder(), durable: false }) : openOnServer(label))
  return { ...opened, close: undoAtEnd(() => opened.close()) }
}

/** Clears up and counts, of some tables or of all, by one process: several share memory of which a container has 64 MB by itself. */
export const vacuum = 'vacuum (analyze, parallel 0)'

/** Runs a statement on the server. */
export async function administer(statement) {
  const client = new pg.Client({ connectionString: serverUrl() })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

const reasonOf = (fault) => (fault instanceof AggregateError ? fault.errors.map(reasonOf).join(', ') : fault.message)

/** Refuses the server that BENCH_DATABASE_URL names when it cannot be used, before anything long begins. */
export async function requireGivenServer() {
  const { rows } = await administer('select rolsuper or rolcreatedb as may from pg_roles where rolname = current_user').catch((fault) => {
    throw new Refusal(`The server that BENCH_DATABASE_URL names cannot be used: ${reasonOf(fault)}.`)
  })
  if (!rows[0]?.may) throw new Refusal('The user in BENCH_DATABASE_URL may not create databases.')
}

/** Takes a database away again, with everybody who is connected to it: when it is called, or when the command ends. */
export const dropAtEnd = (name) => undoAtEnd(() => administer(`drop database if exists ${name} with (force)`))

/** The address of a database on the server. */
export function addressOf(name) {
  const address = new URL(serverUrl())
  address.pathname = `/${name}`
  return address.href
}

/** An empty database of its own on the server; `drop` takes it away again. */
export async function openBenchServer(label) {
  const name = `trainhall_bench_${process.pid}_${label}`
  const drop = dropAtEnd(name)
  await administer(`create database ${name}`)
  return { url: addressOf(name), drop }
}

async function openOnServer(label) {
  const { url, drop } = await openBenchServer(label)
  try {
    const opened = await openDatabase({ databaseUrl: url, poolSize: 1 })
    return { ...opened, close: () => opened.close().then(drop) }
  } catch (fault) {
    await drop()
    throw fault
  }
}
