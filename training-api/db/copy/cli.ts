// `npm run db:copy -- FROM TO [--tenant ID]`: a place is `here` (the database of the settings), `postgres://…`, a data folder, or a file that ends in .backup.
import { usages } from '../../../scripts/lib/usages.mjs'
import { readArguments, readId, UsageError } from '../../arguments.ts'
import { readEnv } from '../../env.ts'
import { endExplained } from '../../explain.ts'
import { copyRows } from './copy.ts'
import { isSamePlace, placeOf, sourceAt, targetAt } from './places.ts'
import type { Place } from './places.ts'
import { CopyError } from './tables.ts'

const usage = usages['db:copy']

function placeNamed(word: string): Place {
  if (word !== 'here') return placeOf(word)
  const { databaseUrl, dataDir } = readEnv()
  return databaseUrl ? { kind: 'server', url: databaseUrl } : { kind: 'folder', path: dataDir }
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments(usage, { allowPositionals: true, options: { tenant: { type: 'string', multiple: true } } })
  const [from, to] = positionals
  if (!from || !to || positionals.length > 2) throw new UsageError(usage)
  if (values.tenant && values.tenant.length > 1) throw new UsageError(`One tenant is copied at a time.\n\n${usage}`)
  const tenantId = readId(usage, 'tenant', values.tenant?.[0]) ?? null
  const [source, target] = [placeNamed(from), placeNamed(to)]
  // Said here, for who opens a folder twice is told that another process has it.
  if (isSamePlace(source, target)) throw new CopyError('FROM and TO are the same: name another place to copy into.')
  const counts = await copyRows(sourceAt(source), targetAt(target), { tenantId, onTable: (table, rows) => process.stdout.write(`${table}: ${rows}\n`) })
  const total = [...counts.values()].reduce((sum, rows) => sum + rows, 0)
  process.stdout.write(`${total} rows in ${counts.size} tables copied${target.kind === 'file' ? ', with their checksums' : '; counts and checksums are the same on both sides'}.\n`)
}

// What is half done is undone as the process exits; a second signal, which npm sends along with the terminal's, must not cut that short.
for (const [signal, code] of [['SIGHUP', 129], ['SIGINT', 130], ['SIGTERM', 143]] as const) {
  process.on(signal, () => {
    process.stderr.write('The copy was interrupted: make it again.\n')
    process.exit(code)
  })
}

// Whoever reads what is said may have read enough (`| head -1`): the copy goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

main().catch((fault: unknown) => endExplained(fault, 'The copy could not be made, and nothing of it was kept'))
