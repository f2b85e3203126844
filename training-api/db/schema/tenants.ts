// tenants          one row per tenant: branding, register flag, edition, switches of the special tenants
// tenant_domains   host names (without port) of a tenant; the oldest row of a host name owns it
// companies        companies of a tenant
// departments      departments of a company
// leases           who may run a job that must run once (sweeper, migration of data); tenant 0 = whole platform
// markers          facts about the database itself ("demo world filled at …"); tenant 0 = whole platform
import { boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, maybeId, moment, tenantId } from './columns.ts'

/** Switches by which tenants differ; a new tenant has the defaults of `defaultTenantSettings`. */
export type TenantSettings = {
  /** Language switch in the footer as well as in the user menu. */
  footerLanguageSwitch: boolean
  /** Which download page the tenant's addresses lead to. */
  downloadPage: 'standard' | 'rs' | 'bgy'
  /** Codes that the desktop download page does not show. */
  hiddenQrCodes: ('android' | 'ios' | 'activation' | 'simulationA' | 'simulationB')[]
  /** Text held by the activation code's picture. */
  activationCode: string
  /** Route that the main app's code leads to. */
  downloadRoute: 'AppFires' | 'AppFiresBGY' | 'AppFiresRS'
  /** Apps that may open the tenant's addresses: app ids of Apple, packages and certificates of Android. */
  appLinks: { apple: string[]; android: { packageName: string; fingerprints: string[] }[] }
}

/** What a tenant without switches of its own gets. */
export const defaultTenantSettings: TenantSettings = {
  footerLanguageSwitch: false, downloadPage: 'standard', hiddenQrCodes: [], activationCode: '', downloadRoute: 'AppFires',
  appLinks: { apple: [], android: [] },
}

export const tenants = pgTable('tenants', {
  tenantId: tenantId(),
  name: text('name').notNull(),
  webTitle: text('web_title').notNull(),
  logoUrl: text('logo_url').notNull(),
  themeColor: text('theme_color').notNull(),
  caseNumber: text('case_number'),
  registrationOpen: boolean('registration_open').notNull().default(false),
  edition: text('edition', { enum: ['standard', 'exerciseBank'] }).notNull().default('standard'),
  settings: jsonb('settings').$type<TenantSettings>().notNull(),
  welcomeTitle: text('welcome_title').notNull(),
  welcomeContent: text('welcome_content').notNull(),
  createdAt: moment('created_at').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId] })])

export const tenantDomains = pgTable('tenant_domains', {
  tenantId: tenantId(),
  domain: text('domain').notNull(),
  primary: boolean('is_primary').notNull().default(true),
  createdAt: moment('created_at').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.domain] }),
  index('tenant_domains_by_domain').on(t.domain, t.createdAt),
])

export const companies = pgTable('companies', {
  tenantId: tenantId(),
  companyId: id('company_id'),
  name: text('name').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.companyId] })])

export const departments = pgTable('departments', {
  tenantId: tenantId(),
  departmentId: id('department_id'),
  companyId: id('company_id'),
  parentId: maybeId('parent_id'),
  name: text('name').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.departmentId] })])

export const leases = pgTable('leases', {
  tenantId: tenantId(),
  name: text('name').notNull(),
  holder: text('holder').notNull(),
  expiresAt: moment('expires_at').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.name] })])

export const markers = pgTable('markers', {
  tenantId: tenantId(),
  name: text('name').notNull(),
  value: jsonb('value').$type<Record<string, unknown>>().notNull(),
  updatedAt: moment('updated_at').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.name] })])
