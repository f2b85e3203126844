import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'

/**
 * Empties every setting of `.env.example` and all of OpenTelemetry's, wherever they came from: what tests and measurements start must not
 * find the operator's database, gateway of text messages, Redis or collector. Empty counts as not set; absent it would not do, because the
 * framework reads `.env` by itself for what is absent.
 */
export function forgetSettings(env = process.env) {
  const named = [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)
  for (const name of [...named, ...Object.keys(env).filter((key) => key.startsWith('OTEL_'))]) env[name] = ''
}
