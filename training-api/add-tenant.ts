// `npm run add-tenant -- --domain train.customer.example --name NAME --account ACCOUNT`: how a tenant and its first learner come into being
// without the demo; with `--of`, how it gets a further domain. With the embedded database the training API must be stopped meanwhile: one
// process owns the folder.
import { randomBytes } from 'node:crypto'
import { usages } from '../scripts/lib/usages.mjs'
import { readArguments, UsageError } from './arguments.ts'
import { systemClock } from './clock.ts'
import { openDatabase } from './db/client.ts'
import type { Database } from './db/client.ts'
import { newId } from './db/ids.ts'
import { withTx } from './db/tx.ts'
import { readEnv } from './env.ts'
import { endExplained } from './explain.ts'
import { addDomain, addTenant, renewFirstPassword } from './queries/new-tenant.ts'
import { dayMs } from './rules/china-time.ts'
import { hashPassword } from './rules/passwords.ts'
import { isAccount, longestAccount } from './rules/registration.ts'
import { levelRecords } from './seed/tenant-records.ts'

const usage = usages['add-tenant']
const options = { domain: { type: 'string' }, name: { type: 'string' }, account: { type: 'string' }, of: { type: 'string' }, first: { type: 'boolean' } } as const

/** What the command was told. */
type Words = { [Option in keyof typeof options]?: (Option extends 'first' ? boolean : string) | undefined }
/** What is to be done with the database; gives the sentence that says what was. */
type Deed = (db: Database) => Promise<string>

const refuse = (sentence: string) => new UsageError(`${sentence}\n\n${usage}`)

function checkHost(option: string, domain: string): void {
  if (!/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.|$))+$/.test(domain) || domain.endsWith('.')) throw refuse(`--${option} takes the name of a host in small letters, without https:// and port, not ${domain}.`)
}

function newTenant({ domain, name, account, first }: Words): Deed {
  if (!domain || !name || !account) throw refuse('A tenant needs a domain, a name and an account.')
  if (first) throw refuse('--first goes with --of: the only domain of a tenant is its first.')
  checkHost('domain', domain)
  if (!isAccount(account)) throw refuse(`--account takes what its learner will type to log in: 1 to ${longestAccount} characters that can be seen, without spaces around them, not ${JSON.stringify(account)}.`)
  return async (db) => {
    // Made here and shown once, so that no password stands in the history of a shell.
    const password = randomBytes(16).toString('hex')
    const now = systemClock.now()
    const passwordEndsAt = new Date(now.getTime() + dayMs)
    const phc = await hashPassword(password)
    const levels = levelRecords.map(([word, nameEn, nameJa, pointsNeeded]) => ({ name: word, nameEn, nameJa, pointsNeeded }))
    const tenantId = await withTx(db, async (tx) => {
      const added = await addTenant(tx, { domain, name, account, phc, passwordEndsAt, userId: newId(), levels, now })
      return added ?? renewFirstPassword(tx, { domain, account, phc, passwordEndsAt, now })
    })
    if (tenantId === null) throw new UsageError(`The domain ${domain} belongs to a tenant already.`)
    return `Tenant ${tenantId} has the domain ${domain}. Its learner ${account} logs in with the password ${password}, to be changed in the profile within 24 hours: then it is over, and the same command makes another.`
  }
}

function furtherDomain({ domain, of, name, account, first = false }: Words): Deed {
  if (!domain || !of || name || account) throw refuse('A further domain needs --domain and, with --of, one that the tenant has; nothing else but --first.')
  checkHost('domain', domain)
  checkHost('of', of)
  return async (db) => {
    const added = await withTx(db, (tx) => addDomain(tx, { domain, of, isFirst: first, now: systemClock.now() }))
    if (added === 'unknown') throw new UsageError(`No tenant has the domain ${of}.`)
    if (added === 'taken') throw new UsageError(`The domain ${domain} belongs to another tenant.`)
    return `Tenant ${added.tenantId} has the domain ${domain}. Its domains lead to ${added.firstDomain}.`
  }
}

try {
  const { values } = readArguments(usage, { options })
  const deed = values.of === undefined ? newTenant(values) : furtherDomain(values)
  const env = readEnv()
  if (values.domain === env.contentHost) throw new UsageError(`The domain ${values.domain} is the host of courseware (CONTENT_ORIGIN), where nothing of a tenant is served. Give the tenant another.`)
  const { db, close } = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir, poolSize: 1 })
  try {
    console.log(await deed(db))
  } finally {
    await close()
  }
} catch (fault) {
  endExplained(fault, 'The tenant could not be added')
}
