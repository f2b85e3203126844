import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, isIPv6 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { root } from './paths.mjs'
import { Refusal } from './refusal.mjs'

/** The port that a setting names; refuses what is none. */
export function readPort(name, otherwise) {
  const text = process.env[name] || String(otherwise)
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > 65535) {
    throw new Refusal(`${name} must be a port number from 1 to 65535, not "${text}".`)
  }
  return number
}

/** Whether `DEMO` says so, as both servers read it; what it says not at all is yes. */
export const isDemo = (word) => ['on', '1', 'true'].includes(word || 'on')

/** What a training API that can be reached at this machine's loopback address is told to listen at; the last two are all addresses. */
const atLoopback = ['', '127.0.0.1', '0.0.0.0', '::']

/** The address of our training API, as it is reached from this machine; `loopback`: how that is spelled where it listens there. */
export function ownPlatform(apiPort, loopback = '127.0.0.1') {
  const host = process.env.TRAINING_API_HOST || ''
  const named = isIPv6(host) ? `[${host}]` : host
  return `http://${atLoopback.includes(host) ? loopback : named}:${apiPort}`
}

/** How this machine is spoken of in addresses. */
function ownHosts() {
  const addresses = Object.values(networkInterfaces()).flat().map(({ family, address }) => (family === 'IPv6' ? `[${address}]` : address))
  return ['localhost', '127.0.0.1', '[::1]', hostname().toLowerCase(), ...addresses]
}

/**
 * The training platform that the web is to talk to when it is somebody else's, from the environment; null for our training API, also where
 * its address on this machine is given by name.
 */
export function otherPlatform(apiPort) {
  const address = process.env.UPSTREAM_BASE_URL
  // One that cannot be read is refused by the web itself.
  if (!address || !URL.canParse(address)) return null
  const { origin, protocol, hostname: host, port } = new URL(address)
  const isOurs = protocol === 'http:' && Number(port || 80) === apiPort && ownHosts().includes(host)
  return isOurs ? null : origin
}

/** Ports and data folder of this machine's run, from the environment; refuses what is no port. */
export function readSettings() {
  const settings = {
    webPort: readPort('PORT', 3000),
    apiPort: readPort('TRAINING_API_PORT', 4000),
    dataFolder: resolve(root, process.env.DATA_DIR || '.data'),
  }
  // Beside another platform nothing of ours listens there.
  if (settings.webPort === settings.apiPort && !otherPlatform(settings.apiPort)) {
    throw new Refusal(`PORT and TRAINING_API_PORT are both ${settings.webPort}; they must differ.`)
  }
  return settings
}

const answers = (port, host) => new Promise((found) => {
  const socket = connect({ port, host })
  const end = (value) => { socket.destroy(); found(value) }
  socket.once('connect', () => end(true)).once('error', () => end(false)).setTimeout(1000, () => end(false))
})

const listens = (port) => new Promise((tried) => {
  const server = createServer()
  server.once('error', (error) => tried(error.code))
  server.listen({ port, host: '0.0.0.0', exclusive: true }, () => server.close(() => tried(null)))
})

/** Refuses a port that another program holds, on either address family, or that this user may not open. */
export async function requireFreePort(name, number) {
  const failure = await listens(number)
  if (failure === 'EACCES') throw new Refusal(`Port ${number} may not be opened by this user; choose one above 1023 with ${name}.`)
  if (failure || await answers(number, '127.0.0.1') || await answers(number, '::1')) {
    throw new Refusal(`Port ${number} is taken by another program; stop it or choose another port with ${name}.`)
  }
}

// Folder by folder: Node's recursive form never comes back where the system says that a folder cannot exist.
function makeFolder(folder) {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** Makes the data folder and refuses one that cannot be written. */
export function requireWritable(folder) {
  try {
    makeFolder(folder)
    writeFileSync(join(folder, '.writable'), '')
    rmSync(join(folder, '.writable'))
  } catch (error) {
    throw new Refusal(`The data folder ${folder} cannot be written (${error.code}); choose another with DATA_DIR.`)
  }
}

/** As the web has it (lib/env.ts). */
const shortestSecret = 32

/** The secret that seals sessions: the given one, else one made once and kept in the data folder, for its owner only. */
export function sessionSecret(folder) {
  if (process.env.SESSION_SECRET) return process.env.SESSION_SECRET
  const file = join(folder, 'session-secret')
  // A disk that was full may have left nothing or half of it.
  if (keptSecret(file).length < shortestSecret) makeSecret(file)
  return keptSecret(file)
}

const keptSecret = (file) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')

/** Whole or not at all. */
function makeSecret(file) {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw new Refusal(`The session secret ${file} cannot be written (${error.code}).`)
  }
}
