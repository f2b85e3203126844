// `npm run add-tenant -- --domain train.customer.example --name NAME --account ACCOUNT`: how a tenant and its first learner come into being
// without the demo. With the embedded database the training API must be stopped meanwhile: one process owns the folder.
import { randomBytes } from 'node:crypto'
import { usages } from '../scripts/lib/usages.mjs'
import { readArguments, UsageError } from './arguments.ts'
import { systemClock } from './clock.ts'
import { openDatabase } from './db/client.ts'
import { newId } from './db/ids.ts'
import { withTx } from './db/tx.ts'
import { readEnv } from './env.ts'
import { endExplained } from './explain.ts'
import { addTenant, renewFirstPassword } from './queries/new-tenant.ts'
import { dayMs } from './rules/china-time.ts'
import { hashPassword } from './rules/passwords.ts'
import { isAccount, longestAccount } from './rules/registration.ts'
import { levelRecords } from './seed/tenant-records.ts'

const usage = usages['add-tenant']

try {
  const { values } = readArguments(usage, { options: { domain: { type: 'string' }, name: { type: 'string' }, account: { type: 'string' } } })
  const { domain, name, account } = values
  if (!domain || !name || !account) throw new UsageError(`A tenant needs a domain, a name and an account.\n\n${usage}`)
  if (!/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.|$))+$/.test(domain) || domain.endsWith('.')) throw new UsageError(`--domain takes the name of a host in small letters, without https:// and port, not ${domain}.\n\n${usage}`)
  if (!isAccount(account)) throw new UsageError(`--account takes what its learner will type to log in: 1 to ${longestAccount} characters that can be seen, without spaces around them, not ${JSON.stringify(account)}.\n\n${usage}`)
  const env = readEnv()
  const { db, close } = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir, poolSize: 1 })
  try {
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
    console.log(`Tenant ${tenantId} has the domain ${domain}. Its learner ${account} logs in with the password ${password}, to be changed in the profile within 24 hours: then it is over, and the same command makes another.`)
  } finally {
    await close()
  }
} catch (fault) {
  endExplained(fault, 'The tenant could not be added')
}
