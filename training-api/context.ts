import { fileURLToPath } from 'node:url'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Env } from './env.ts'

/** The folder with the media of the demo. */
export const demoMediaFolder = fileURLToPath(new URL('./media', import.meta.url))

/** What every part of the API is given: the database, the clock, the settings it needs, the media folder and the log. */
export type ApiContext = {
  db: NodePgDatabase
  clock: Clock
  env: Pick<Env, 'demo' | 'clientId' | 'clientSecret' | 'passwordCipher' | 'passwordKey'>
  mediaFolder: string
  log: Logger
}
