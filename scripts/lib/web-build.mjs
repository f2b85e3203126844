import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { modules, root } from './paths.mjs'
import { isStopping, start } from './processes.mjs'
import { step } from './progress.mjs'
import { Refusal } from './refusal.mjs'

/** What the production build of the web is made of. */
export const sources = ['app', 'components', 'lib', 'messages', 'public', 'telemetry', 'instrumentation.ts', 'middleware.ts', 'next.config.mjs', 'redis-link.mjs',
  'package-lock.json', 'tsconfig.json']
const stamp = join(root, '.next', 'source-hash')

// Copied by next.config.mjs, from a package whose version the lock file names.
const made = 'public/pdf'

function* filesOf(path) {
  if (path === made) return
  const full = join(root, path)
  if (!existsSync(full)) return
  if (!statSync(full).isDirectory()) yield path
  else for (const name of readdirSync(full).sort()) yield* filesOf(`${path}/${name}`)
}

/** A hash over everything that the production build of the web is made of, and over what else is named. */
export function sourceHash(more = []) {
  const hash = createHash('sha256')
  for (const source of [...sources, ...more]) {
    for (const path of filesOf(source)) {
      hash.update(createHash('sha256').update(path).digest())
      hash.update(createHash('sha256').update(readFileSync(join(root, path))).digest())
    }
  }
  return hash.digest('hex')
}

/** Whether the production build that is there was made of the sources as they are now. */
export function isBuilt() {
  return existsSync(stamp) && existsSync(join(root, '.next', 'BUILD_ID')) && readFileSync(stamp, 'utf8') === sourceHash()
}

/** Builds the web for production when the sources have changed since the last build; gives whether it did. */
export async function buildWhenStale() {
  if (isBuilt()) return false
  await step('building the web', async () => {
    const hash = sourceHash()
    rmSync(stamp, { force: true })
    const printed = []
    const { code } = await start('build', process.execPath, [join(modules, 'next', 'dist', 'bin', 'next'), 'build'], {
      env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      onLine: (line) => printed.push(line),
    }).ended
    if (isStopping()) return
    if (code !== 0) throw new Refusal('The web could not be built; what the build said stands above.', printed.slice(-60).join('\n'))
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, hash)
  })
  return true
}
