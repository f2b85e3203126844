import { parseArgs } from 'node:util'

/** Whether a text is a whole number of at most nine digits and not below the least. */
export const isWholeNumber = (text, least) => /^\d{1,9}$/.test(text) && Number(text) >= least

/** Ends a command that was told what it does not understand: with 2, one sentence and the usage. */
export function refuseArguments(sentence, usage) {
  console.error(`${sentence}.\n\n${usage}`)
  process.exit(2)
}

/**
 * What a command was told: `values` and `positionals` as `parseArgs` of Node gives them. `least` names the options that are whole numbers,
 * each with the smallest that makes sense; they come as numbers. `--help` prints the usage and ends with 0; an option that does not exist,
 * lacks its value or is no such number is refused.
 */
export function readArguments(usage, config, least = {}) {
  const read = parse(usage, config)
  if (read.values.help) {
    console.log(usage)
    process.exit(0)
  }
  for (const [name, smallest] of Object.entries(least)) {
    const text = read.values[name]
    if (text === undefined) continue
    if (!isWholeNumber(text, smallest)) refuseArguments(`--${name} takes a whole number from ${smallest} to 999999999, not "${text}"`, usage)
    read.values[name] = Number(text)
  }
  return read
}

function parse(usage, config) {
  try {
    return parseArgs({ ...config, options: { ...config.options, help: { type: 'boolean' } } })
  } catch (error) {
    if (!String(error.code).startsWith('ERR_PARSE_ARGS')) throw error
    return refuseArguments(error.message.split('. ')[0].replace(/\.$/, ''), usage)
  }
}
