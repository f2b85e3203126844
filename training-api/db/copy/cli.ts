// `npm run db:copy -- FROM TO [--tenant ID]`: a place is `here` (the database of the settings), `postgres://…`, a data folder, or a file that ends in .backup.
import { readArguments, readId, UsageError } from '../../arguments.ts'
import { EnvError, readEnv } from '../../env.ts'
import { DataFolderError } from '../owner.ts'
import { copyRows } from './copy.ts'
import { openSource, openTarget } from './places.ts'
import { CopyError } from './tables.ts'

const usage = `Say from where to where, and perhaps one tenant alone: npm run db:copy -- FROM TO [--tenant ID]
Each is one of: here (the database of the settings), an address that begins with postgres://, a data folder, a file that ends in .backup`

function placeOf(word: string): string {
  if (word !== 'here') return word
  const { databaseUrl, dataDir } = readEnv()
  return databaseUrl ?? dataDir
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments(usage, { allowPositionals: true, options: { tenant: { type: 'string' } } })
  const [from, to] = positionals
  if (!from || !to || positionals.length > 2) throw new UsageError(usage)
  const tenantId = readId(usage, 'tenant', values.tenant) ?? null
  const source = await openSource(placeOf(from))
  try {
    const target = await openTarget(placeOf(to))
    try {
      const counts = await copyRows(source.side, target.side, { tenantId, onTable: (table, rows) => process.stdout.write(`${table}: ${rows}\n`) })
      const total = [...counts.values()].reduce((sum, rows) => sum + rows, 0)
      process.stdout.write(`${total} rows in ${counts.size} tables copied${to.endsWith('.backup') ? ', with their checksums' : '; counts and checksums are the same on both sides'}.\n`)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

function reasonOf(fault: unknown): string {
  if (fault instanceof AggregateError) return fault.errors.map(reasonOf).join(', ')
  if (!(fault instanceof Error)) return String(fault)
  return fault.cause === undefined ? fault.message : reasonOf(fault.cause)
}

main().catch((fault: unknown) => {
  const known = [CopyError, DataFolderError, EnvError, UsageError].some((kind) => fault instanceof kind)
  process.stderr.write(known && fault instanceof Error ? `${fault.message}\n` : `The copy could not be made, and nothing of it was kept: ${reasonOf(fault)}\n`)
  process.exitCode = 1
})
