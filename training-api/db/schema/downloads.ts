// app_versions   newest version of each client: main app, simulation client A (HTTP plugin), simulation client B (mobile)
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, tenantId } from './columns.ts'

export const appVersions = pgTable('app_versions', {
  tenantId: tenantId(),
  client: text('client', { enum: ['main', 'simulationA', 'simulationB'] }).notNull(),
  system: text('system', { enum: ['android', 'ios'] }).notNull(),
  code: text('code').notNull(),
  content: text('content').notNull(),
  downloadUrl: text('download_url').notNull(),
  releasedAt: moment('released_at').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.client, t.system] })])
