import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '../client.ts'
import type { Database, DatabaseOptions } from '../client.ts'
import { DataFolderError } from '../owner.ts'
import { fileSource, fileTarget } from './backup-file.ts'
import type { Source, Target } from './copy.ts'
import { databaseSource, databaseTarget } from './database.ts'
import { orUndo } from './draft.ts'
import { CopyError } from './tables.ts'

/** Where copies are taken from and put. */
export type Place = { kind: 'server'; url: string } | { kind: 'folder' | 'file'; path: string }

/** The place that a word names: `postgres://…`, a backup (`….backup`), or a data folder. A word that may be meant for another thing is refused. */
export function placeOf(word: string): Place {
  if (/^postgres(ql)?:\/\//.test(word)) return { kind: 'server', url: word }
  // No more of it is said: a password may follow.
  if (word.includes('://')) throw new CopyError(`An address begins with postgres://, not with ${word.slice(0, word.indexOf('://') + 3)}`)
  if (word.endsWith('.backup')) return { kind: 'file', path: word }
  const start = /^[\w.+-]{2,}:/.exec(word)?.[0]
  if (start !== undefined) throw new CopyError(`What begins with ${start} is no place. An address begins with postgres://, and a folder here with ./`)
  const there = statSync(word, { throwIfNoEntry: false })
  if (there && !there.isDirectory()) throw new CopyError(`The file ${word} is no backup of ours: its name would end in .backup.`)
  if (!there && path.extname(word) !== '' && !/[/\\]$/.test(word)) throw new CopyError(`There is no folder ${word}, and it looks like a file. A backup ends in .backup; if a new folder is meant, end it with /`)
  return { kind: 'folder', path: word }
}

/** Whether two places are one, however their paths are written; addresses of servers only where they are written alike. */
export function isSamePlace(one: Place, other: Place): boolean {
  return one.kind === other.kind && identityOf(one) === identityOf(other)
}

function identityOf(place: Place): string {
  if (place.kind === 'server') return place.url
  return existsSync(place.path) ? realpathSync(place.path) : path.resolve(place.path)
}

/** A place that is copied from. It is left as it is: not even migrated. */
export function sourceAt(place: Place): Source {
  if (place.kind === 'file') return fileSource(place.path)
  return {
    async read(tenantId, work) {
      if (place.kind === 'folder' && !existsSync(path.resolve(place.path, 'postgres', 'PG_VERSION'))) throw new CopyError(`There is no database in the folder ${place.path}.`)
      return withDatabase(place, (db) => databaseSource(db).read(tenantId, work))
    },
  }
}

/** A place that is copied to; a folder is made, a server's database must be there. It is opened when the source has been found good. */
export function targetAt(place: Place): Target {
  if (place.kind === 'file') return fileTarget(place.path)
  return {
    fill(about, work) {
      const fill = () => withDatabase(place, (db) => databaseTarget(db).fill(about, work))
      return place.kind === 'folder' ? orRemove(place.path, fill) : fill()
    },
  }
}

async function withDatabase<T>(place: Exclude<Place, { kind: 'file' }>, work: (db: Database) => Promise<T>): Promise<T> {
  // One connection for the work; a target that is migrated first needs another for the renewal of its lease.
  const options: DatabaseOptions = place.kind === 'server' ? { databaseUrl: place.url, poolSize: 2 } : { dataDir: place.path }
  const { db, close } = await openDatabase({ ...options, migrate: false, watchdogSeconds: 3600 })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/** What the work in a folder gives; when it fails, what it has laid there is removed. */
async function orRemove<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const remove = removalOf(folder)
  let isOurs = true
  return orUndo(
    () => isOurs && remove(),
    () =>
      work().catch((fault: unknown) => {
        // Another process has it.
        isOurs = !(fault instanceof DataFolderError)
        throw fault
      }),
  )
}

/** How to remove a database that is about to be laid in a folder, and the folder if it is not there yet; nothing where there is one already. */
function removalOf(folder: string): () => void {
  const database = path.resolve(folder, 'postgres')
  if (existsSync(database)) return () => {}
  let topmost = database
  while (!existsSync(path.dirname(topmost))) topmost = path.dirname(topmost)
  return () => {
    // The engine may still be running, when the process is ended: its socket is elsewhere, and it may lay another file meanwhile.
    const socketNote = `${database}.socket`
    if (existsSync(socketNote)) rmSync(readFileSync(socketNote, 'utf8'), { recursive: true, force: true })
    for (const made of [topmost, `${database}.lock`, `${database}.version`, socketNote]) rmSync(made, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })
  }
}
