// Empty databases for a measurement, one after the other on either engine.
import pg from 'pg'
import { openDatabase } from '../../training-api/db/client.ts'
import { undoAtEnd } from '../lib/processes.mjs'
import { temporaryFolder } from './servers.mjs'

/** The engines there are: PostgreSQL only when BENCH_DATABASE_URL names a server that may create databases. */
export function engines(print) {
  if (process.env.BENCH_DATABASE_URL) return ['pglite', 'postgres']
  print.line('Without BENCH_DATABASE_URL only the default engine is measured.')
  return ['pglite']
}

/** A migrated database of its own on the engine; `close` takes it away again. */
export async function openBenchDatabase(engine, label) {
  const opened = await (engine === 'pglite' ? openDatabase({ dataDir: temporaryFolder(), durable: false }) : openOnServer(label))
  return { ...opened, close: undoAtEnd(() => opened.close()) }
}

/** Runs a statement on the server that BENCH_DATABASE_URL names. */
export async function administer(statement) {
  const client = new pg.Client({ connectionString: process.env.BENCH_DATABASE_URL })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

/** Takes a database away again, with everybody who is connected to it: when it is called, or when the command ends. */
export const dropAtEnd = (name) => undoAtEnd(() => administer(`drop database if exists ${name} with (force)`))

/** An empty database of its own on the server; `drop` takes it away again. */
export async function openBenchServer(label) {
  const name = `trainhall_bench_${process.pid}_${label}`
  const drop = dropAtEnd(name)
  await administer(`create database ${name}`)
  const own = new URL(process.env.BENCH_DATABASE_URL)
  own.pathname = `/${name}`
  return { url: own.href, drop }
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
