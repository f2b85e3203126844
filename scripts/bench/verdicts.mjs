// What figures come to, as a sentence for people and as a row for a file.

const mostTimes = 1.5

/** What of the operations of one engine grew from the smallest world to the largest; null where nothing was compared. */
export function growthVerdict(rows, sizes) {
  if (sizes.length < 2 || rows.length === 0) return null
  const grown = rows.filter((row) => row.times > mostTimes || row.cpuTimes > mostTimes)
  return grown.length === 0 ? `Nothing costs more than ${mostTimes} times as much.` : `More than ${mostTimes} times as much: ${grown.map(({ operation }) => operation).join(', ')}.`
}

/** Megabytes that all servers together may take after the load, when it is over. */
const mostMb = 600
/** Growth in an hour that still counts as flat, as a share of the whole. */
const mostGrowth = 0.05

/** Megabytes per hour by which a row of figures rises: the slope of the straight line through it. */
function risePerHour(samples) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [atMean, mbMean] = [mean(samples.map(({ at }) => at)), mean(samples.map(({ own }) => own))]
  const above = samples.reduce((sum, { at, own }) => sum + (at - atMean) * (own - mbMean), 0)
  const below = samples.reduce((sum, { at }) => sum + (at - atMean) ** 2, 0)
  return below === 0 ? 0 : (above / below) * 3600
}

/**
 * What memory came to under a load of so many minutes: by how much the servers' own rose in an hour (the first third, which fills caches and
 * heaps up to what they need, does not count), and what they take together half a minute after it, which is the last sample.
 */
export function soakVerdict(samples, { minutes, failed }) {
  const [loaded, last] = samples.slice(-2)
  const rise = risePerHour(samples.slice(0, -1).filter(({ at }) => at >= (minutes * 60) / 3))
  return { risePerHour: rise, flat: rise < 0 || rise <= loaded.mb * mostGrowth, failed, together: last.mb, mostMb }
}
