import pino from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { ownOutput } from '../../telemetry/log-output.ts'
import { sqlState } from '../db/tx.ts'

type Told = { type: string; sqlState?: string | undefined; message: string; at: string[]; cause?: Told | undefined }

/** A message may hold what somebody sent, and digits after a quotation mark are read anew from each of them. */
const longestMessage = 2_000

/** The beginning of a message; a value that the cut falls into is left out whole, as it has no end to be known by. */
function beginningOf(message: string): string {
  if (message.length <= longestMessage) return message
  const cut = message.slice(0, longestMessage).replace(/: ".*$/s, '')
  return cut.split('"').length % 2 === 1 ? cut : cut.slice(0, cut.lastIndexOf('"'))
}

/** A ticket of a simulation, which lets its score be reported: the tenant, and what nobody guesses. */
const tickets = /(?<![\w-])\d{1,15}\.[\w-]{32}(?![\w-])/g

/** An error as it may be logged: what it is and where, without the values that queries and databases put into their texts. */
export function faultOf(fault: unknown): Told {
  if (!(fault instanceof Error)) return { type: typeof fault, message: '', at: [] }
  const at = (fault.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)).map((line) => line.trim())
  return {
    type: fault.name,
    sqlState: sqlState(fault),
    message: beginningOf(fault.message).replace(/\nparams:[\s\S]*$/, '').replace(/"[^"]*\d{3}[^"]*"|: ".*"/gs, '').replace(tickets, '***'),
    at,
    cause: fault.cause === undefined ? undefined : faultOf(fault.cause),
  }
}

/** The log of the training API: one line of JSON per event, with nothing in it that somebody wrote. */
export function createLog(level: string, out: DestinationStream = ownOutput()): Logger {
  const options = { level, name: 'training-api', serializers: { err: faultOf }, redact: { paths: ['phone', 'code', 'token', 'password', 'account', 'email', 'ticket'], censor: '***' } }
  return pino(options, out)
}

type Teller = { on(event: 'unhandledRejection' | 'uncaughtException', hear: (fault: unknown) => void): unknown; exit(code: number): void }

/** The last to hear of what nobody caught: a promise costs its own work only; anything else leaves us in an unknown state, to be started anew. */
export function hearTheRest(log: Logger, teller: Teller): void {
  teller.on('unhandledRejection', (fault) => log.error({ err: fault }, 'nobody caught this'))
  teller.on('uncaughtException', (fault) => {
    log.fatal({ err: fault }, 'nobody caught this: stopping')
    teller.exit(1)
  })
}
