import { handInSeconds } from './patience.mjs'

const columns = [
  ['mode', 'mode'], ['cause', 'cause'], ['rounds', 'rounds'], ['acknowledged', 'acknowledged'], ['missing', 'missing'], ['twice', 'twice'], ['faults', 'faults'], ['slowest recovery', 'slowestSeconds'], ['hand-ins', 'handInSeconds'],
]

function cellOf(row, key) {
  if (key === 'mode' || key === 'cause') return row[key]
  if (row.notRun) return key === 'rounds' ? 'not run' : '–'
  // Not every row has somebody who waits for a hand-in.
  if ((row[key] ?? null) === null) return '–'
  return key.endsWith('Seconds') ? `${row[key]} s` : row[key].toLocaleString('en')
}

/** Prints what the runs came to, as a table that also reads well in a document. */
export function printTable(rows, seed) {
  const cells = rows.map((row) => columns.map(([, key]) => cellOf(row, key)))
  const widths = columns.map(([title], at) => Math.max(title.length, ...cells.map((row) => row[at].length)))
  const print = (row) => console.log(`| ${row.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`)
  console.log(`\nseed ${seed}`)
  print(columns.map(([title]) => title))
  print(widths.map((width) => '-'.repeat(width)))
  cells.forEach(print)
}

/** What the figure of the hand-ins holds, which is judged without it; null where nobody waited for one. */
export function handInSentence(rows) {
  const times = rows.map(({ handInSeconds }) => handInSeconds ?? null).filter((seconds) => seconds !== null)
  return times.length > 0 ? `hand-ins: ${Math.max(...times)} s, of which up to ${handInSeconds} s is the wait for the platform's own answer` : null
}

/** That not everything was run, with what was not, so that nobody takes the figures for all there is; null where everything was. */
export function notRunSentence(rows) {
  const names = rows.filter(({ notRun }) => notRun).map(({ mode, cause }) => `${mode} (${cause})`)
  return names.length > 0 ? `Not everything was run here; nothing is known of ${names.join(', ')}.` : null
}

/** How the command ends: 1 where anything was wrong, and where a mode that was named could not be run whole, other than for the few rounds that were asked for. */
export function exitCodeOf(rows, { isMixed }) {
  return rows.some(({ missing, twice, faults, notRun, isChosen }) => missing + twice + faults > 0 || (notRun && !isChosen && !isMixed)) ? 1 : 0
}
