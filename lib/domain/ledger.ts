import { stopsOf, type Player, type Stop } from './player'

/** Why seconds did not count (extension X10). */
export const notCountedReasons = ['idle', 'hidden', 'paused', 'clock', 'otherVisit', 'noVisit', 'limit'] as const
export type NotCountedReason = (typeof notCountedReasons)[number] | 'unknown'

export type NotCounted = { reason: NotCountedReason; minutes: number }

/** The study time of one section, in whole minutes; without a name where the platform has the section no more. */
export type LedgerEntry = { sectionId: string; name: string; countedMinutes: number; notCounted: NotCounted[] }

/** A line of the ledger; `stop` is where it can be studied, null when the catalogue no longer has it. */
export type LedgerRow = { key: string; stop: Stop | null; name: string; countedMinutes: number; notCounted: NotCounted[] }

export type LedgerTotals = { countedMinutes: number; notCountedMinutes: number }

/**
 * The ledger in the order of study, one line for each section: what the platform says of it, else the minutes of the catalogue. A
 * section that stands in a plan twice has two entries, taken in their order.
 */
export function ledgerRows(player: Player, entries: readonly LedgerEntry[] | null): LedgerRow[] {
  const left = [...(entries ?? [])]
  const rows = stopsOf(player).flatMap((stop): LedgerRow[] => {
    if (!stop.section) return []
    const at = left.findIndex(({ sectionId }) => sectionId === stop.section?.id)
    const [entry] = at < 0 ? [] : left.splice(at, 1)
    const countedMinutes = entries === null ? Math.floor(stop.section.learnedMinutes) : (entry?.countedMinutes ?? 0)
    return [{ key: stop.key, stop, name: stop.name, countedMinutes, notCounted: entry?.notCounted ?? [] }]
  })
  return [...rows, ...left.map((entry, at): LedgerRow => ({ key: `gone/${at}/${entry.sectionId}`, stop: null, name: entry.name, countedMinutes: entry.countedMinutes, notCounted: entry.notCounted }))]
}

/** The sums of the ledger; the counted ones are the learned time that is shown everywhere. */
export function ledgerTotals(rows: readonly LedgerRow[]): LedgerTotals {
  return {
    countedMinutes: rows.reduce((sum, row) => sum + row.countedMinutes, 0),
    notCountedMinutes: rows.reduce((sum, row) => sum + notCountedMinutes(row), 0),
  }
}

/** The minutes of a line that did not count. */
export function notCountedMinutes({ notCounted }: Pick<LedgerRow, 'notCounted'>): number {
  return notCounted.reduce((sum, { minutes }) => sum + minutes, 0)
}

/** Minutes as class hours, with one decimal (contract 5.8). */
export function hoursOf(minutes: number): number {
  return Math.round(minutes / 6) / 10
}
