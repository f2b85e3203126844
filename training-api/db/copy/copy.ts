import { noTenant } from './tables.ts'
import type { Digests, Page } from './tables.ts'

/** What a copy is of: the newest migration, one tenant or (null) everything, and the public half of the key its receipts are signed with. */
export type About = { schema: string; tenantId: number | null; receiptKey: string | null; madeAt: string }

/** Everything to be copied, as it was at one moment. */
export type Snapshot = {
  about: About
  pages(): AsyncIterable<Page>
  /** To be asked for when all pages have been read. */
  digests(): Promise<Digests>
}

/** Where a copy is taken from. */
export type Source = { read<T>(tenantId: number | null, work: (snapshot: Snapshot) => Promise<T>): Promise<T> }

/** Where the pages go; `seal` compares what has arrived with what was sent, and throws when they differ. */
export type Room = { write(page: Page): Promise<void>; seal(digests: Digests): Promise<void> }

/** Where a copy is put: all of it, or, when `work` fails, nothing. */
export type Target = { fill<T>(about: About, work: (room: Room) => Promise<T>): Promise<T> }

type Options = { tenantId?: number | null; onTable?: (table: string, rows: number) => void }

/**
 * Copies every row of one tenant, or of all, and compares counts and checksums; returns the rows per table. It is the way from the
 * embedded database to a server and back, to a new PostgreSQL release, to a backup and from one. An interrupted copy leaves nothing.
 */
export function copyRows(from: Source, to: Target, { tenantId = null, onTable = () => {} }: Options = {}): Promise<Map<string, number>> {
  return from.read(tenantId, (snapshot) =>
    to.fill(snapshot.about, async (room) => {
      const counts = new Map<string, number>()
      let current: string | undefined
      const finished = () => current !== undefined && onTable(current, counts.get(current) ?? 0)
      for await (const page of snapshot.pages()) {
        if (page.table !== current) finished()
        current = page.table
        await room.write(page)
        counts.set(page.table, (counts.get(page.table) ?? 0) + page.count)
      }
      finished()
      const digests = await snapshot.digests()
      if (tenantId !== null && !digests.tenants?.length) throw noTenant(tenantId)
      await room.seal(digests)
      for (const table of Object.keys(digests)) if (!counts.has(table)) counts.set(table, 0)
      return counts
    }),
  )
}
