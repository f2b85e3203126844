// Figures as Prometheus writes them, read and boiled down to what a person wants to see.

/** The samples of a Prometheus text: name, labels, value. */
export function samplesOf(text) {
  const samples = []
  for (const line of text.split('\n')) {
    const found = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i.exec(line)
    if (!found) continue
    const labels = Object.fromEntries([...(found[2] ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name, value.replace(/\\(.)/g, '$1')]))
    samples.push({ name: found[1], labels, value: Number(found[3]) })
  }
  return samples
}

/** A share of the durations of a histogram's buckets, in seconds, by the bucket it falls into. */
function quantile(buckets, share) {
  const sorted = buckets.toSorted((one, other) => one.upTo - other.upTo)
  const total = sorted.at(-1)?.count ?? 0
  if (total === 0) return null
  return sorted.find(({ count }) => count >= total * share)?.upTo ?? null
}

/** One row for each thing that was timed (`http_request` by `route`, …), the most frequent first. */
export function timedRows(samples, { counter, histogram, by, failed }) {
  const rows = new Map()
  const rowOf = (name) => {
    if (!rows.has(name)) rows.set(name, { name, count: 0, failed: 0, buckets: [] })
    return rows.get(name)
  }
  for (const { name, labels, value } of samples) {
    if (name === counter) {
      const row = rowOf(labels[by])
      row.count += value
      if (failed(labels)) row.failed += value
    } else if (name === `${histogram}_bucket`) rowOf(labels[by]).buckets.push({ upTo: labels.le === '+Inf' ? Infinity : Number(labels.le), count: value })
  }
  return [...rows.values()].map(({ buckets, ...row }) => ({ ...row, half: quantile(buckets, 0.5), most: quantile(buckets, 0.95) })).toSorted((one, other) => other.count - one.count)
}

/** The value of a figure without labels (or with these), null when it is not told. */
export function figureOf(samples, name, wanted = {}) {
  return samples.find((sample) => sample.name === name && Object.entries(wanted).every(([label, value]) => sample.labels[label] === value))?.value ?? null
}

/** Asks a server for its figures; `error` says why there are none. */
export async function readFigures({ name, url }) {
  try {
    const reply = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(2000) })
    if (!reply.ok) return { name, url, error: `answered ${reply.status}` }
    return { name, url, samples: samplesOf(await reply.text()) }
  } catch (error) {
    return { name, url, error: error.cause?.code ?? error.message }
  }
}
