import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'
import { PlainError } from './explain.ts'

/** A command was told what it does not understand; its words are the whole answer. */
export class UsageError extends PlainError {}

/**
 * What a command was told: `values` and `positionals` as `parseArgs` of Node gives them. `--help` prints the usage and ends with 0; what it
 * does not know is a `UsageError`.
 */
export function readArguments<T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>> {
  try {
    const read = parseArgs({ ...config, options: { ...config.options, help: { type: 'boolean' } } })
    if ((read.values as { help?: unknown }).help === true) {
      process.stdout.write(`${usage.trimEnd()}\n`)
      process.exit(0)
    }
    return read as ReturnType<typeof parseArgs<T>>
  } catch (fault) {
    if (!(fault instanceof TypeError && 'code' in fault && String(fault.code).startsWith('ERR_PARSE_ARGS'))) throw fault
    throw new UsageError(`${fault.message.split('. ')[0]?.replace(/\.$/, '')}.\n\n${usage}`)
  }
}

/** The id that an option names, as a number; without the option nothing. Anything but up to fifteen digits is a `UsageError`. */
export function readId(usage: string, option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${option} takes an id, which is a number, not ${text}.\n\n${usage}`)
  return Number(text)
}
