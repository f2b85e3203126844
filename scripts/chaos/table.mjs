const columns = [
  ['mode', 'mode'], ['cause', 'cause'], ['rounds', 'rounds'], ['acknowledged', 'acknowledged'], ['missing', 'missing'], ['twice', 'twice'], ['faults', 'faults'], ['slowest recovery', 'slowestSeconds'],
]

function cellOf(row, key) {
  if (key === 'mode' || key === 'cause') return row[key]
  if (row.notRun) return key === 'rounds' ? 'not run' : '–'
  return key === 'slowestSeconds' ? `${row[key]} s` : row[key].toLocaleString('en')
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

/** How the command ends: 1 where anything was wrong, and where a mode that was named could not be run whole. */
export function exitCodeOf(rows, { isMixed }) {
  return rows.some(({ missing, twice, faults, notRun }) => missing + twice + faults > 0 || (notRun && !isMixed)) ? 1 : 0
}
