import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Database } from './db/client.ts'
import type { Env } from './env.ts'
import type { PackageStore } from './packages/store.ts'

/** The folder with the media of the demo. */
export const demoMediaFolder = fileURLToPath(new URL('./media', import.meta.url))

/** What every part of the API is given: the database, the clock, the settings it needs, files and the log. */
export type ApiContext = {
  db: Database
  clock: Clock
  env: Pick<Env, 'demo' | 'clientId' | 'clientSecret' | 'passwordCipher' | 'passwordKey' | 'smsWebhook'>
  mediaFolder: string
  /** Courseware packages, unpacked. */
  packages: PackageStore
  log: Logger
}
