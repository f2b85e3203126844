import { readArguments, refuseArguments } from '../lib/arguments.mjs'

/** How `npm run doctor` is called. */
export const usage = 'npm run doctor [-- --domain NAME] [--account NAME --password WORD] [--web ADDRESS]'
const options = { domain: { type: 'string', default: 'localhost' }, account: { type: 'string' }, password: { type: 'string' }, web: { type: 'string' } }

/** What the doctor was told; an account and its password come together or not at all. */
export function readWords() {
  const { values } = readArguments(usage, { options })
  if (Boolean(values.account) !== Boolean(values.password)) refuseArguments('--account and --password belong together: the calls of a learner are tried after a login', usage)
  return values
}
