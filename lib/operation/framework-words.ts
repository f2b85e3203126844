import 'server-only'
import { format } from 'node:util'
import { log } from '@/lib/log'

const WINDOW_MS = 60_000
/** So many lines of the framework are written in a minute, whatever visitors bring about; of the rest only how many there were. */
const MOST_LINES = 20

let lines = 0

function say(level: 'warn' | 'error', said: unknown[]): void {
  if (lines === 0) setTimeout(endWindow, WINDOW_MS).unref()
  lines += 1
  if (lines <= MOST_LINES) log[level]({ said: format(...said) }, 'the framework says')
}

function endWindow(): void {
  const more = lines - MOST_LINES
  lines = 0
  if (more > 0) log.warn({ times: more }, 'the framework said more')
}

/**
 * From now on what the framework would write by itself, in many lines and as often as visitors like, is an event of the log like every
 * other: one line, with secrets struck out.
 */
export function hearFramework(): void {
  console.error = (...said: unknown[]) => say('error', said)
  console.warn = (...said: unknown[]) => say('warn', said)
}
