// What doors of the web, and the platform, may answer while something behind them is in trouble.
import { mayPass, statusOf } from '../../lib/domain/errors.ts'

/** Words that are for programmers: stacks, files, programs. */
const insides = /\n\s+at |\\n\s+at |NullPointer|at com\.|node_modules|\.[cm]?[jt]sx?:\d+|\w+Error\b/
const keysOfError = new Set(['code', 'message', 'fields'])

function objectOf(text) {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

function codeOf(text) {
  try {
    const { error, ...more } = JSON.parse(text)
    return Object.keys(more).length === 0 && Object.keys(error).every((key) => keysOfError.has(key)) ? error.code : null
  } catch {
    return null
  }
}

/** What is wrong with an answer by which a door put somebody off: only the form of our errors will do, with a code after which one may ask again, its own status and nothing of our insides; null when nothing is. */
export function faultOfDoor({ status, text }) {
  if (status === 0) return `a door did not answer: ${text}`
  const code = codeOf(text)
  if (insides.test(text)) return `a door shows its insides (${status}): ${text.slice(0, 120)}`
  if (!Object.hasOwn(statusOf, code ?? '') || statusOf[code] !== status || !mayPass(code)) return `a door answered ${status} in no form of ours: ${text.slice(0, 120)}`
  return null
}

/** The same behind the front, which says with an empty 503 that no web took the call. */
export const faultBehindFront = ({ status, text }) => (status === 503 && text === '' ? null : faultOfDoor({ status, text }))

/** What is wrong with an answer by which the training API put somebody off: a server that has no room (507) or no database (503), or is asked too much (429), says so in its form; null when nothing is. */
export function faultOfPlatform({ status, text }) {
  if (status === 0) return `the platform did not answer: ${text}`
  if (insides.test(text)) return `the platform shows its insides (${status}): ${text.slice(0, 120)}`
  const { code, msg } = objectOf(text)
  return [429, 503, 507].includes(status) && code === 1 && /空间|暂时|频繁/.test(msg ?? '') ? null : `the platform answered ${status}: ${text.slice(0, 120)}`
}
