// Another version of the web beside the one that is there: built of the same sources with a line more in every component, so that its build
// and the files of its scripts have other names.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modules, root } from '../lib/paths.mjs'
import { isStopping, start } from '../lib/processes.mjs'
import { step } from '../lib/progress.mjs'
import { Refusal } from '../lib/refusal.mjs'
import { sourceHash, sources } from '../lib/web-build.mjs'

/** Within the project, whose packages it uses. */
const folder = join(root, '.next-version')
const stamp = join(folder, 'source-hash')
/** What a build and a start of the web need besides its sources. */
const more = ['package.json', 'page-cache.mjs', 'scripts/copy-pdf-assets.mjs']

/** The text of a component in the new version. */
export const inNewVersion = (text) => `${text}\n;(globalThis as { trainhallVersion?: string }).trainhallVersion = 'new'\n`

function copySources() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'scripts'), { recursive: true })
  // The lock file stays out: it is by that one that the framework finds the project's folder.
  for (const name of [...sources, ...more]) if (name !== 'package-lock.json') cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(modules, join(folder, 'node_modules'), 'junction')
  const components = join(folder, 'components')
  for (const name of readdirSync(components, { recursive: true })) {
    if (/\.tsx?$/.test(name)) writeFileSync(join(components, name), inNewVersion(readFileSync(join(components, name), 'utf8')))
  }
}

/** The folder with the new version, built where the sources have changed since it was. */
export async function newVersion() {
  const hash = sourceHash(more)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return folder
  await step('building another version of the web', async () => {
    copySources()
    const printed = []
    const { code } = await start('build', process.execPath, [join(modules, 'next', 'dist', 'bin', 'next'), 'build', folder], { env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }, onLine: (line) => printed.push(line) }).ended
    if (isStopping()) return
    if (code !== 0) throw new Refusal('The other version of the web could not be built; what the build said stands above.', printed.slice(-60).join('\n'))
    writeFileSync(stamp, hash)
  })
  return folder
}
