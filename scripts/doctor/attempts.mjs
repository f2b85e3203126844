// One call of the contract, tried through the web's own adapter.
import { log } from '@/lib/log'

let said = null
for (const level of ['warn', 'error']) log[level] = (fields) => (said = fields)

const words = {
  missing: 'the platform does not have this call (404); the web does without it where the contract allows that',
  notOffered: 'the platform does not offer this extension; the web does without it',
  forbidden: 'the platform refuses it (403): look at the permissions of this account or client',
  expired: 'the platform does not accept the token it has just given: look at TENANT-ID and at its clock',
  timeout: 'no answer in time (UPSTREAM_TIMEOUT_MS)',
  busy: 'the platform answers "too many requests" (429)',
}

function explain(error, mayMiss) {
  if (!error?.code || error.name !== 'TrainingError') return String(error)
  if (error.code === 'malformed') return `the answer has another form than the contract's${said?.problems ? `: ${said.problems.join('; ')}` : ''}`
  if (error.code === 'rejected') return `refused with "${error.message}"`
  if (error.code === 'missing' && !mayMiss) return 'the platform does not have this call (404): is UPSTREAM_BASE_URL its address?'
  if (error.status === 429) return words.busy
  if (words[error.code]) return words[error.code]
  return error.status ? `HTTP ${error.status}` : `cannot be reached (${error.cause?.cause?.code ?? error.cause?.message ?? 'no connection'}): does it run, and is UPSTREAM_BASE_URL its address?`
}

const sizeOf = (answer) => (Array.isArray(answer) ? `${answer.length} found` : Array.isArray(answer?.items) ? `${answer.total ?? answer.items.length} found` : answer === null ? 'none' : 'answered')

/** How a report's calls are tried, each with its name; the answer is given back, undefined where there was none. */
export const attempts = (report) => (name, ask, may) => attempt(report, name, ask, may)

/** Tries one call, which a platform `mayMiss`, or `mayRefuse` in words where the business is so; of one that `saysOffered` null is the adapter's word for missing. */
async function attempt(report, name, ask, { mayMiss = false, mayRefuse = false, saysOffered = false } = {}) {
  said = null
  try {
    const answer = await ask()
    if (saysOffered && answer === null) report.note(`${name}: ${words.notOffered}`)
    else report.good(`${name}: ${sizeOf(answer)}`)
    return answer
  } catch (error) {
    const isAllowed = (mayMiss && ['missing', 'forbidden'].includes(error.code)) || (mayRefuse && error.code === 'rejected')
    report[isAllowed ? 'note' : 'bad'](`${name}: ${explain(error, mayMiss)}`)
    return undefined
  }
}
