const columns = [
  ['mode', 'mode'], ['cause', 'cause'], ['rounds', 'rounds'], ['acknowledged', 'acknowledged'], ['missing', 'missing'], ['twice', 'twice'], ['faults', 'faults'], ['slowest recovery', 'slowestSeconds'],
]

/** Prints what the runs came to, as a table that also reads well in a document. */
export function printTable(rows, seed) {
  const cells = rows.map((row) => columns.map(([, key]) => (key === 'slowestSeconds' ? `${row[key]} s` : typeof row[key] === 'number' ? row[key].toLocaleString('en') : row[key])))
  const widths = columns.map(([title], at) => Math.max(title.length, ...cells.map((row) => row[at].length)))
  const print = (row) => console.log(`| ${row.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`)
  console.log(`\nseed ${seed}`)
  print(columns.map(([title]) => title))
  print(widths.map((width) => '-'.repeat(width)))
  cells.forEach(print)
}
