import { existsSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '../client.ts'
import { fileSource, fileTarget } from './backup-file.ts'
import type { Source, Target } from './copy.ts'
import { databaseSource, databaseTarget } from './database.ts'
import { CopyError } from './tables.ts'

type Opened<Side> = { side: Side; close(): Promise<void> }

const isServer = (place: string) => /^postgres(ql)?:\/\//.test(place)
const isFile = (place: string) => place.endsWith('.backup')

/** A place that is copied from: `postgres://…`, a backup (`….backup`), or a data folder. */
export async function openSource(place: string): Promise<Opened<Source>> {
  if (isFile(place)) return { side: fileSource(place), close: async () => {} }
  if (!isServer(place) && !existsSync(path.resolve(place, 'postgres'))) throw new CopyError(`There is no database in the folder ${place}.`)
  // What is copied from is left as it is: not even migrated.
  const { db, close } = await openDatabase({ ...optionsOf(place), migrate: false })
  return { side: databaseSource(db), close }
}

/** A place that is copied to, likewise; a folder is made, a server's database must be there. */
export async function openTarget(place: string): Promise<Opened<Target>> {
  if (isFile(place)) return { side: fileTarget(place), close: async () => {} }
  const { db, close } = await openDatabase(optionsOf(place))
  return { side: databaseTarget(db), close }
}

const optionsOf = (place: string) => (isServer(place) ? { databaseUrl: place, poolSize: 1 } : { dataDir: place })
