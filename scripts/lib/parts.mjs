// What a command needs besides the packages, looked for before anything is installed or built.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Refusal } from './refusal.mjs'

const postgresPlaces = '/usr/lib/postgresql'

/** Where Debian keeps programs of the system, nginx among them: a user who is not root has these in no PATH. */
const systemFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin']

/** A PATH with the folders of the system's programs at its end. */
export const withSystemFolders = (path) => [...new Set([...(path ?? '').split(delimiter).filter(Boolean), ...systemFolders])].join(delimiter)

if (process.platform === 'linux') process.env.PATH = withSystemFolders(process.env.PATH)

/** Whether a program can be run here. */
export const isThere = (name) => !spawnSync(name, ['-v']).error

/** The folder with an installed PostgreSQL server's programs, the newest where there are several; undefined where there is none. */
export function postgresPrograms() {
  if (process.platform !== 'linux') return undefined
  const versions = existsSync(postgresPlaces) ? readdirSync(postgresPlaces).sort((one, other) => Number(other) - Number(one)) : []
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...versions.map((version) => join(postgresPlaces, version, 'bin'))]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** The address in BENCH_DATABASE_URL, undefined without one; refuses what is no address of a PostgreSQL server. */
export function givenServer() {
  const text = process.env.BENCH_DATABASE_URL
  if (!text) return undefined
  // Without its words: an address may hold a password.
  if (!URL.canParse(text) || !/^postgres(?:ql)?:$/.test(new URL(text).protocol)) throw new Refusal('BENCH_DATABASE_URL must look like postgres://user:password@host:5432/postgres.')
  return text
}

/** Whether the system tells what of their memory programs have filled themselves; old kernels and some sandboxes do not, and all would look flat. */
function tellsMemory() {
  const file = '/proc/self/smaps_rollup'
  return existsSync(file) && /^Pss_Anon:/m.test(readFileSync(file, 'utf8'))
}

const parts = {
  caddy: { packages: 'caddy', isThere: () => isThere('caddy') },
  nginx: { packages: 'nginx', isThere: () => isThere('nginx') },
  'redis-server': { packages: 'redis-server', isThere: () => isThere('redis-server') },
  postgres: { what: 'a PostgreSQL server (installed, or one that may create databases, named by BENCH_DATABASE_URL)', packages: 'postgresql', isThere: () => Boolean(givenServer() ?? postgresPrograms()) },
  proc: { what: 'Linux 5.4 or newer, whose /proc tells what programs take (smaps_rollup)', isThere: tellsMemory },
}

/** How each part says its release, by its name for people. */
const releases = {
  Caddy: () => ['caddy', 'version'],
  nginx: () => ['nginx', '-v'],
  Redis: () => ['redis-server', '--version'],
  PostgreSQL: () => [join(postgresPrograms() ?? '', 'postgres'), '--version'],
}

/** The release of each program of the grown form that is installed here, by name: figures and proofs are of these, and `compose.yaml` names its own. */
export function installedReleases() {
  return Object.fromEntries(Object.entries(releases).flatMap(([name, call]) => {
    const [program, word] = call()
    const { error, stdout, stderr } = spawnSync(program, [word], { encoding: 'utf8' })
    const release = error ? undefined : /\d+(?:\.\d+)+/.exec(stdout + stderr)?.[0]
    return release ? [[name, release]] : []
  }))
}

/** The same as a line to read. */
export const sayReleases = (found = installedReleases()) => `installed here: ${Object.entries(found).map((pair) => pair.join(' ')).join(', ') || 'nothing of the grown form'}`

/** What the grown form needs as processes. */
export const clusterParts = ['caddy', 'nginx', 'redis-server', 'postgres']

/** What is missing of something, in one sentence; null when all is there. The names are those of `parts`. */
export function missingParts(names) {
  const missing = names.map((name) => ({ name, ...parts[name] })).filter((part) => !part.isThere())
  if (missing.length === 0) return null
  const packages = missing.flatMap((part) => part.packages ?? [])
  const hint = packages.length > 0 ? ` On Debian and Ubuntu: apt-get install ${packages.join(' ')}.` : ''
  return `Missing here: ${missing.map(({ name, what = name }) => what).join(', ')}.${hint}`
}

/** Refuses to begin where something is missing, all of it at once. */
export function requireParts(names) {
  const sentence = missingParts(names)
  if (sentence !== null) throw new Refusal(sentence)
}
