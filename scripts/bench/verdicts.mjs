// What figures come to, as a sentence for people and as a row for a file.

const mostTimes = 1.5

/** What of the operations of one engine grew from the smallest world to the largest; null where nothing was compared. */
export function growthVerdict(rows, sizes) {
  if (sizes.length < 2 || rows.length === 0) return null
  const grown = rows.filter((row) => row.times > mostTimes || row.cpuTimes > mostTimes)
  return grown.length === 0 ? `Nothing costs more than ${mostTimes} times as much.` : `More than ${mostTimes} times as much: ${grown.map(({ operation }) => operation).join(', ')}.`
}

/** Which goals were met, and which were missed and by what. */
const judged = (goals) => ({ met: goals.filter(({ value, atMost }) => value <= atMost), missed: goals.filter(({ value, atMost }) => value > atMost) })

/** What goals have come to, in lines for people. */
export const sayGoals = ({ met, missed }) => [`goals: ${met.length} met, ${missed.length} missed`, ...missed.map(({ goal, value, atMost }) => `  missed: ${goal}, ${Number(value.toFixed(2))} > ${atMost}`)]

/** As `judged`, for the web's cases; what was not measured is neither. */
export function webVerdict(rows) {
  const goals = rows.flatMap((row) => [
    { goal: `${row.name}: times its control`, value: row.timesControl, atMost: row.atMost },
    { goal: `${row.name}: times its control, the web alone`, value: row.timesControlAlone, atMost: row.atMostAlone },
    { goal: `${row.name}: ms beside Moodle`, value: row.besideMoodle, atMost: row.atMostMs },
  ]).filter(({ value, atMost }) => value !== undefined && atMost !== undefined)
  return judged(goals)
}

/** So many times what it costs among few may a ranking cost among many, and a draw from a large bank. */
const most = { ranking: 1.3, draw: 2 }

/** As `judged`, for rankings among many learners. */
export const rankingsVerdict = (rows) => judged(rows.map(({ engine, metric, ratio }) => ({ goal: `${engine}, ${metric}: times that among few`, value: ratio, atMost: most.ranking })))

/** As `judged`, for draws from a large bank. */
export const practiceVerdict = (rows) => judged(rows.map(({ engine, case: name, ratio }) => ({ goal: `${engine}, ${name}: times that of a small bank`, value: ratio, atMost: most.draw })))

/** As `judged`, for an exam of many takers: no call fails, and nothing that was acknowledged is missing. How long it takes has no goal of its own. */
export const examsVerdict = ({ errors, missing, lost, unread }) => judged([
  { goal: 'calls that failed', value: errors, atMost: 0 },
  { goal: 'acknowledged answers that are missing', value: missing, atMost: 0 },
  { goal: 'acknowledged hand-ins that are unknown or told as new', value: lost, atMost: 0 },
  { goal: 'takers whose papers could not be read afterwards', value: unread, atMost: 0 },
])

/** What the cache in front came to: the least share of bare Node's requests that a cached page has, and whether it is enough. */
export function frontVerdict(shares, { hits, requests }) {
  const share = Math.min(...shares)
  return { share, atLeast: leastShare, met: share >= leastShare, hits, requests }
}

/** Of bare Node's requests, for a public page behind the cache. */
const leastShare = 1 / 4

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
