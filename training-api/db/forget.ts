// `npm run db:forget -- --tenant 82 --account liming`: removes an account and everything of its learner, for good.
// With the embedded database the training API must be stopped meanwhile: one process owns the folder. On a server it may go on.
import { usages } from '../../scripts/lib/usages.mjs'
import { readArguments, readId, UsageError } from '../arguments.ts'
import { readEnv } from '../env.ts'
import { endExplained, PlainError } from '../explain.ts'
import { closeAccount, findLearnerId, forgetLearner } from '../queries/forget-learner.ts'
import { openDatabase } from './client.ts'
import { withTx } from './tx.ts'

const usage = usages['db:forget']

async function main(): Promise<void> {
  const { values } = readArguments(usage, { options: { tenant: { type: 'string' }, account: { type: 'string' } } })
  const [tenantId, account] = [readId(usage, 'tenant', values.tenant), values.account]
  if (tenantId === undefined || account === undefined) throw new UsageError(usage)
  const env = readEnv()
  const { db, close } = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir, poolSize: 1 })
  try {
    const userId = await findLearnerId(db, { tenantId, account })
    if (userId === null) throw new PlainError(`Tenant ${tenantId} has no account ${account}. Nothing was removed.`)
    await withTx(db, (tx) => closeAccount(tx, { tenantId, userId }))
    const forgotten = await withTx(db, (tx) => forgetLearner(tx, { tenantId, userId }))
    for (const { table, rows } of forgotten) process.stdout.write(`${table}: ${rows}\n`)
    process.stdout.write(`The account ${account} of tenant ${tenantId} and everything of its learner are removed. Backups still hold them until they end.\n`)
  } finally {
    await close()
  }
}

main().catch((fault: unknown) => endExplained(fault, 'The account could not be removed; it is closed at the most, and the command can be given again'))
