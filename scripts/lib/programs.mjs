// Programs that npm starts as if they were called themselves.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readWords, usage } from '../doctor/arguments.mjs'
import { readArguments } from './arguments.mjs'
import { runProgram } from './command.mjs'
import { root } from './paths.mjs'
import { usages } from './usages.mjs'

const doctor = (name) => join(root, 'scripts', 'doctor', name)

/** The training API alone, with the settings of `.env`. */
export function api() {
  readArguments(usages.api, {})
  return runProgram({ usage: usages.api, args: ['training-api/server.ts'] })
}

export const addTenant = () => runProgram({ usage: usages['add-tenant'], args: ['training-api/add-tenant.ts'] })
export const answerFiles = () => runProgram({ usage: usages['answer-files'], args: ['training-api/answer-files.ts'] })
export const copyDatabase = () => runProgram({ usage: usages['db:copy'], args: ['training-api/db/copy/cli.ts'] })
export const forgetLearner = () => runProgram({ usage: usages['db:forget'], args: ['training-api/db/forget.ts'] })

/** The self-check. The web's own adapter is run as it is written: its aliases are resolved for it, and its mark "server only" is true. */
export function examine() {
  readWords()
  return runProgram({ usage, args: ['--conditions=react-server', '--disable-warning=ExperimentalWarning', '--import', pathToFileURL(doctor('aliases.mjs')).href, doctor('main.mjs')] })
}
