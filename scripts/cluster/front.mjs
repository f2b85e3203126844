// What stands in front of the webs in the grown form, as processes on this machine: Caddy and the cache of public pages, with the shipped
// configuration but for names, ports and certificates.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../lib/paths.mjs'
import { spawnAlong, undoAtEnd } from '../lib/processes.mjs'

const shipped = (name) => readFileSync(join(root, 'deploy', name), 'utf8')
const withPorts = (text, ports) => Object.entries(ports).reduce((file, [name, port]) => file.replaceAll(new RegExp(`\\b${name}:\\d+`, 'g'), `127.0.0.1:${port}`), text)

/** deploy/Caddyfile with ports of this machine in place of names and certificates (`names` has the port of each); everything else stays as it is shipped. */
export function localCaddyfile(text, { front, platform, ask, none, names }) {
  const withLocalGlobal = text.replace(/^\{\n[\s\S]*?\n\}\n/, (global) => `{\n\tadmin off\n\tauto_https off\n${/^\tlog \{\n[\s\S]*?^\t\}\n/m.exec(global)?.[0] ?? ''}}\n`)
  const local = withLocalGlobal
    .replaceAll(/^(?:http:\/\/|https:\/\/localhost, .*) \{\n[\s\S]*?\n\}\n/gm, '')
    .replace(/^https:\/\/ \{/m, `http://:${front} {`)
    .replace(/\n\ttls \{[\s\S]*?\n\t\}/, '')
    .replace('http://front:8081', `http://:${platform}`)
    .replace('http://front:8082', `http://:${ask}`)
    .replace('http://:8083', `http://:${none}`)
    .replace('front:8083', `127.0.0.1:${none}`)
  return withPorts(local, names)
}

/** deploy/front-cache.conf likewise, with its files in a folder of its own. */
export function localFrontCache(text, { cache, folder, names }) {
  const local = text.replaceAll('/tmp/front-cache', join(folder, 'front-cache')).replace('listen 8080;', `listen 127.0.0.1:${cache};`)
  return withPorts(local, names)
}

/** A program that is no Node, up when `isUp` says so: `stop` ends it before the command does, `kill` without a word, with all its processes, `start` brings it up again, `standStill` and `goOn` hold all its processes for a while, `accidents` gives once that it ended by itself. */
export async function startProgram(name, args, env, isUp) {
  const accidents = []
  let child
  let said = ''
  let isAsked = false
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const end = (signal, pid) => new Promise((done) => {
    isAsked = true
    if (hasEnded()) return done()
    child.once('exit', done)
    process.kill(pid, signal)
  })
  // Where everything was being ended, nothing was begun.
  const stop = undoAtEnd(() => child && end('SIGTERM', child.pid))
  async function start() {
    child = spawnAlong(name, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    isAsked = false
    said = ''
    child.once('exit', (code, signal) => isAsked || accidents.push(`${name} ended by itself (${signal ?? code}): ${said}`))
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said = (said + chunk).slice(-2000)))
    for (let waited = 0; !(await isUp()); waited += 100) {
      if (hasEnded() || waited > 30_000) {
        await stop()
        throw new Error(`${name} did not start: ${said}`)
      }
      await pause(100)
    }
  }
  await start()
  return { name, start, stop, kill: () => end('SIGKILL', -child.pid), standStill: () => process.kill(-child.pid, 'SIGSTOP'), goOn: () => process.kill(-child.pid, 'SIGCONT'), accidents: () => accidents.splice(0) }
}

/** nginx with the cache of public pages on a port, before webs by name and port. */
export function startFrontCache({ cache, folder, names, change = (text) => text }) {
  const conf = join(folder, 'front-cache.conf')
  writeFileSync(conf, change(localFrontCache(shipped('front-cache.conf'), { cache, folder, names })))
  // Started by root, nginx would work as somebody who may not enter the folder.
  const more = `daemon off;${process.getuid?.() === 0 ? ' user root;' : ''}`
  return startProgram('nginx', ['-e', 'stderr', '-c', conf, '-g', more], {}, () => isHealthy(cache))
}

/** Caddy on four ports: for visitors, for the webs, for its own question whether a domain is known, and for itself where nobody else is there. */
export function startCaddy({ front, platform, ask, none, folder, names, change = (text) => text, isUp = () => isHealthy(front) }) {
  const caddyfile = join(folder, 'Caddyfile')
  writeFileSync(caddyfile, change(localCaddyfile(shipped('Caddyfile'), { front, platform, ask, none, names })))
  return startProgram('caddy', ['run', '--config', caddyfile, '--adapter', 'caddyfile'], { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }, isUp)
}

async function isHealthy(port) {
  return (await fetch(`http://localhost:${port}/api/health`).catch(() => null))?.ok
}
