import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Env } from './env.ts'

/** What every part of the API is given: the database, the clock, the settings it needs and the log. */
export type ApiContext = {
  db: NodePgDatabase
  clock: Clock
  env: Pick<Env, 'demo' | 'clientId' | 'clientSecret' | 'passwordCipher' | 'passwordKey'>
  log: Logger
}
