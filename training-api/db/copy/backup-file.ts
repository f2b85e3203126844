import { existsSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import type { About, Room, Source, Target } from './copy.ts'
import { codeOf, draftOf, orUndo, placeDraft, sweepDrafts, takenBy } from './draft.ts'
import { requireSchema } from './schema-state.ts'
import { CopyError, digestsOfTenant } from './tables.ts'
import type { Digests, Page } from './tables.ts'

const format = 'trainhall 1'
const lineFeed = 10
const head = z.object({ backup: z.string(), schema: z.string(), tenantId: z.number().nullable(), receiptKey: z.string().nullable(), madeAt: z.string() })
const part = z.union([
  z.object({ table: z.string(), count: z.number() }),
  z.object({ digests: z.record(z.string(), z.array(z.object({ tenantId: z.number(), rows: z.number(), sum: z.string() }))) }),
])

/** A new backup: one gzip file of lines of JSON, readable for its owner only, there as a whole or not at all. */
export function fileTarget(file: string): Target {
  return {
    async fill(about, work) {
      if (existsSync(file)) throw takenBy(file)
      await sweepDrafts(path.dirname(file))
      const draft = draftOf(file)
      // Nobody else has a draft of this name: what stands under it was made here, also while it is being opened.
      return orUndo(
        () => rmSync(draft, { force: true }),
        async () => {
          const answer = await writeDraft(draft, about, work)
          await placeDraft(draft, file)
          return answer
        },
      )
    },
  }
}

async function writeDraft<T>(draft: string, about: About, work: (room: Room) => Promise<T>): Promise<T> {
  const handle = await open(draft, 'wx', 0o600)
  const zip = createGzip({ level: 4 })
  const written = pipeline(zip, handle.createWriteStream({ flush: true }))
  try {
    // Heard below, and by whoever waits for room meanwhile.
    written.catch(() => {})
    const put = async (text: string) => {
      if (!zip.write(text)) await Promise.race([new Promise((resolve) => zip.once('drain', resolve)), written])
    }
    await put(`${JSON.stringify({ backup: format, ...about } satisfies z.input<typeof head>)}\n`)
    const answer = await work({
      write: ({ table, count, rows }) => put(`${JSON.stringify({ table, count })}\n${rows}\n`),
      seal: (digests) => put(`${JSON.stringify({ digests })}\n`),
    })
    zip.end()
    await written
    return answer
  } catch (fault) {
    zip.destroy()
    await written.catch(() => {})
    throw fault
  }
}

/** A backup that was made before; of one with everything a single tenant may be taken. */
export function fileSource(file: string): Source {
  return {
    async read(tenantId, work) {
      const handle = await open(file, 'r').catch((fault: unknown) => {
        throw codeOf(fault) === 'ENOENT' ? new CopyError(`There is no file ${file}.`) : unreadable(file, fault)
      })
      const zipped = handle.createReadStream()
      const plain = zipped.pipe(createGunzip())
      zipped.once('error', (fault) => plain.destroy(fault))
      const lines = linesOf(plain)
      const following = async () => {
        const line = await lines.next().catch((fault: unknown) => {
          throw unreadable(file, fault)
        })
        return line.done ? undefined : line.value
      }
      const next = async () => {
        const line = await following()
        if (line === undefined) throw new CopyError(`The backup ${file} was cut off.`)
        return line
      }
      try {
        const about = headOf(await next(), file)
        if (about.tenantId !== null && tenantId !== null && about.tenantId !== tenantId) throw new CopyError(`The backup ${file} has tenant ${about.tenantId} only.`)
        const wanted = tenantId ?? about.tenantId
        let digests: Digests | undefined
        return await work({
          about: { ...about, tenantId: wanted },
          async *pages() {
            for (;;) {
              const found = partOf(await next(), file)
              if ('digests' in found) {
                // The checksum of the whole file stands behind the last line: it has held when the end has been read.
                if ((await following()) !== undefined) throw new CopyError(`The backup ${file} is damaged.`)
                digests = found.digests
                return
              }
              const rows: string[] = []
              while (rows.length < found.count) rows.push(await next())
              const page = pageOf(found.table, wanted === about.tenantId ? rows : rows.filter((row) => tenantOf(row, file) === wanted))
              if (page.count > 0) yield page
            }
          },
          async digests() {
            if (digests === undefined) throw new CopyError(`The backup ${file} has not been read to its end.`)
            return wanted === null ? digests : digestsOfTenant(digests, wanted)
          },
        })
      } finally {
        zipped.destroy()
        plain.destroy()
      }
    },
  }
}

function unreadable(file: string, fault: unknown): CopyError {
  const reason = fault instanceof Error ? fault.message : String(fault)
  return fault instanceof Error && 'syscall' in fault
    ? new CopyError(`The file ${file} cannot be read (${reason}).`)
    : new CopyError(`The backup ${file} is damaged or was cut off (${reason}).`)
}

const pageOf = (table: string, rows: string[]): Page => ({ table, count: rows.length, rows: rows.join('\n') })

function headOf(line: string, file: string): About {
  const parsed = head.safeParse(jsonOf(line))
  if (!parsed.success || parsed.data.backup !== format) throw new CopyError(`The file ${file} is no backup of ours.`)
  const { schema, tenantId, receiptKey, madeAt } = parsed.data
  requireSchema({ schema })
  return { schema, tenantId, receiptKey, madeAt }
}

function partOf(line: string, file: string): z.output<typeof part> {
  const parsed = part.safeParse(jsonOf(line))
  if (!parsed.success) throw new CopyError(`The backup ${file} is damaged.`)
  return parsed.data
}

// The tenant is the first column of every table.
function tenantOf(row: string, file: string): number {
  const found = /^\{"tenant_id":(\d+)[,}]/.exec(row)?.[1]
  if (found === undefined) throw new CopyError(`The backup ${file} is damaged.`)
  return Number(found)
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Text between line feeds; Node's readline would also break at the separators of Unicode, which stand in people's texts. */
async function* linesOf(stream: Readable): AsyncGenerator<string, void> {
  let pieces: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      pieces.push(chunk.subarray(from, at))
      yield Buffer.concat(pieces).toString()
      pieces = []
      from = at + 1
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from))
  }
}
