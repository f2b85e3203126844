import 'server-only'
import pino from 'pino'

/** The server's log: one line of JSON per event, secrets and personal data struck out. */
export const log = pino({
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: ['token', 'password', 'code', 'cookie', 'authorization', 'phone', 'email', '*.token', '*.password', '*.phone'], censor: '***' },
})
