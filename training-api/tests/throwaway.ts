import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../db/client.ts'
import type { Database, OpenDatabase } from '../db/client.ts'

/** What is in a throw-away database: nothing but tables, or the demo world as it was filled at `now`. */
export type Contents = { seed: boolean; now: Date }

const empty: Contents = { seed: false, now: new Date(0) }

// The whole suite also runs on a PostgreSQL server: TEST_DATABASE_URL names one that may create databases.
const serverUrl = process.env.TEST_DATABASE_URL

/** A database that is there for one test file: migrated, filled if asked, copied from a template made once. */
export function openThrowaway(contents: Contents): Promise<OpenDatabase> {
  return serverUrl ? openOnServer(serverUrl, contents) : openInFolder(contents)
}

/** A data folder of its own with a migrated database, for the caller to remove. */
export async function freshDataDir(contents: Contents = empty): Promise<string> {
  const dataDir = path.join(os.tmpdir(), `trainhall-test-${process.pid}-${randomUUID()}`)
  cpSync(await templateFolder(contents), dataDir, { recursive: true })
  return dataDir
}

async function openInFolder(contents: Contents): Promise<OpenDatabase> {
  const dataDir = await freshDataDir(contents)
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  process.once('exit', remove)
  const database = await openDatabase({ dataDir, durable: false, migrate: false })
  return {
    ...database,
    async close() {
      await database.close()
      process.off('exit', remove)
      remove()
    },
  }
}

async function openOnServer(url: string, contents: Contents): Promise<OpenDatabase> {
  const name = `trainhall_test_${randomUUID().replaceAll('-', '')}`
  const template = await templateOnServer(url, contents)
  await administer(url, `create database ${name} template ${template}`)
  const database = await openDatabase({ databaseUrl: onServer(url, name), migrate: false })
  return {
    ...database,
    async close() {
      await database.close()
      await administer(url, `drop database if exists ${name} with (force)`)
    },
  }
}

function onServer(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

async function administer(url: string, statement: string): Promise<number> {
  const { db, close } = await openDatabase({ databaseUrl: url, poolSize: 1, migrate: false })
  try {
    return (await db.execute(sql.raw(statement))).rows.length
  } finally {
    await close()
  }
}

async function fill(db: Database, { seed, now }: Contents): Promise<void> {
  if (!seed) return
  const { seedDemoWorld } = await import('../seed/index.ts')
  await seedDemoWorld(db, { now })
}

const home = fileURLToPath(new URL('..', import.meta.url))
/** Each user of the machine has their own, since one cannot write what another has made. */
const store = path.join(os.tmpdir(), `trainhall-test-templates-${process.getuid?.() ?? 0}`)

/** A name that changes with everything the contents are made from. */
function templateName({ seed, now }: Contents): string {
  const sources = seed ? ['db/migrations', 'db/schema', 'seed', 'rules'] : ['db/migrations']
  const hash = createHash('sha256').update(seed ? `seed ${now.toISOString()}` : 'empty')
  for (const file of sources.flatMap(filesUnder)) hash.update(file).update(readFileSync(file))
  return `template_${hash.digest('hex').slice(0, 24)}`
}

async function templateFolder(contents: Contents): Promise<string> {
  const ready = path.join(store, templateName(contents))
  try {
    // What is in use is not old, whenever it was made.
    utimesSync(ready, new Date(), new Date())
    return ready
  } catch {
    // There is none, or another process has just forgotten it.
  }
  return whileOthersWait(`${ready}.lock`, async () => {
    if (existsSync(ready)) return ready
    forgetOld()
    const draft = `${ready}-${randomUUID()}`
    mkdirSync(draft)
    const database = await openDatabase({ dataDir: draft, durable: false })
    await fill(database.db, contents)
    await database.close()
    renameSync(draft, ready)
    return ready
  })
}

async function templateOnServer(url: string, contents: Contents): Promise<string> {
  const ready = templateName(contents)
  const isReady = async () => (await administer(url, `select 1 from pg_database where datname = '${ready}'`)) === 1
  if (await isReady()) return ready
  return whileOthersWait(path.join(store, `${ready}.server.lock`), async () => {
    if (await isReady()) return ready
    const draft = `${ready}_draft`
    await administer(url, `drop database if exists ${draft} with (force)`)
    await administer(url, `create database ${draft}`)
    const database = await openDatabase({ databaseUrl: onServer(url, draft) })
    await fill(database.db, contents)
    await database.close()
    await administer(url, `alter database ${draft} rename to ${ready}`)
    return ready
  })
}

/** Runs the work while no other process runs it under the same lock, which ends with the process that holds it. */
async function whileOthersWait<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(store, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(file)
  try {
    for (;;) {
      try {
        // Not in the locking mode of that name, which keeps what it has of the lock while it waits for the rest: two would wait for each other.
        lock.exec('pragma busy_timeout=0; begin exclusive')
        break
      } catch {
        await pause(200)
      }
    }
    return await work()
  } finally {
    lock.close()
  }
}

function filesUnder(folder: string): string[] {
  return readdirSync(path.join(home, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
}

function forgetOld(): void {
  const dayAgo = Date.now() - 86_400_000
  for (const name of readdirSync(store)) {
    const folder = path.join(store, name)
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (changed < dayAgo) rmSync(folder, { recursive: true, force: true })
  }
}
