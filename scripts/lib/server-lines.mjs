/** What is in each line, and whose it is: before the colon. */
const known = ['level', 'time', 'name', 'pid', 'hostname', 'msg', 'err']

const warning = 40
const error = 50

/** A log line as our servers write it; null for what is none. */
function logged(line) {
  if (!line.startsWith('{')) return null
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** What somebody sent may be in it: no control characters for a terminal. */
const inWords = (value) => (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\p{Cc}/gu, ' ')

/** What a line of an event of security or of trouble says besides its message. */
const factsOf = (event) => Object.entries(event).filter(([name]) => !known.includes(name)).map(([name, value]) => (name === 'audit' ? inWords(value) : `${name} ${inWords(value)}`)).join(', ')

/** A line that a server printed, as one for people: a log line gives its message, with what else it says where that is of security or trouble; anything else passes. */
export function readable(line) {
  const event = logged(line)
  if (!event) return line
  const { msg, err, level } = event
  const text = [inWords(msg ?? ''), inWords(err?.message ?? ''), level >= warning || event.audit ? factsOf(event) : ''].filter(Boolean).join(': ')
  return text ? `${level >= error ? 'error: ' : level >= warning ? 'warning: ' : ''}${text}` : line
}

/** Whether a line that a server printed passes through us as it is: where nobody looks on it is a log's, and whoever keeps that reads what the server wrote. */
export const isForLog = (line) => !process.stdout.isTTY && logged(line) !== null
