import { parseArgs } from 'node:util'

/**
 * What a command was told: `values` and `positionals` as `parseArgs` of Node gives them. `--help` prints the usage and ends with 0; an
 * option that does not exist or lacks its value ends with 2, one sentence and the usage.
 */
export function readArguments(usage, config) {
  try {
    const read = parseArgs({ ...config, options: { ...config.options, help: { type: 'boolean' } } })
    if (!read.values.help) return read
    console.log(usage)
    process.exit(0)
  } catch (error) {
    if (!String(error.code).startsWith('ERR_PARSE_ARGS')) throw error
    console.error(`${error.message.split('. ')[0].replace(/\.$/, '')}.\n\n${usage}`)
    process.exit(2)
  }
}
