// A training API of our own in a process that can be killed, and learners who call it the way the web does.
import { spawn } from 'node:child_process'
import { createCipheriv } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../bench/servers.mjs'
import { root } from '../lib/paths.mjs'
import { undoAtEnd } from '../lib/processes.mjs'

const key = Buffer.from('pigxpigxpigxpigx')
const password = 'Train2026'

function encipher(text) {
  const plain = Buffer.from(text)
  const cipher = createCipheriv('aes-128-cbc', key, key).setAutoPadding(false)
  return Buffer.concat([cipher.update(Buffer.concat([plain, Buffer.alloc((16 - (plain.length % 16)) % 16)])), cipher.final()]).toString('base64')
}

/** A platform with a world and a folder of its own: `start`, `kill` (SIGKILL), `stop`, and `url`. */
export async function makePlatform() {
  const folder = mkdtempSync(join(tmpdir(), 'trainhall-chaos-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child = null
  const end = async () => {
    if (child) {
      child.kill('SIGTERM')
      await ended()
    }
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', () => child?.kill('SIGKILL'))
  const ended = () => new Promise((done) => (child.exitCode === null && child.signalCode === null ? child.once('exit', done) : done()))
  return {
    url,
    async start() {
      child = spawn(process.execPath, ['training-api/server.ts'], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, DATA_DIR: folder, TRAINING_API_PORT: String(port), LOG_LEVEL: 'error' } })
      let said = ''
      child.stderr.on('data', (chunk) => (said = (said + chunk).slice(-2000)))
      for (let waited = 0; waited < 120_000; waited += 50) {
        if (child.exitCode !== null) throw new Error(`the training API ended: ${said}`)
        if ((await fetch(`${url}/ready`).catch(() => null))?.ok) return
        await new Promise((done) => setTimeout(done, 50))
      }
      throw new Error(`the training API does not answer: ${said}`)
    },
    async kill() {
      child.kill('SIGKILL')
      await ended()
    },
    stop: undoAtEnd(end),
  }
}

/** A learner of the demo world who calls: `get` and `post` give the data of the reply, and throw when there is none. */
export async function logIn(url, account, tenantId = 82) {
  const query = new URLSearchParams({ randomStr: 'blockPuzzle', code: 'blockPuzzle', grant_type: 'password', tenant_flag: String(tenantId) })
  const reply = await fetch(`${url}/auth/oauth/token?${query}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('train:train').toString('base64')}`, 'tenant-id': '1' },
    body: new URLSearchParams({ username: account, password: encipher(password) }),
  })
  const token = await reply.json()
  const headers = { authorization: `Bearer ${token.access_token}`, 'tenant-id': String(tenantId), 'content-type': 'application/json' }
  async function call(method, path, query = {}, body = undefined) {
    const answer = await fetch(`${url}/${path}?${new URLSearchParams(query)}`, { method, headers, body: body && JSON.stringify(body) })
    const { code, msg, data } = await answer.json()
    if (code !== 0) throw Object.assign(new Error(`${path}: ${msg}`), { refused: true })
    return data
  }
  return { account, userId: String(token.user_info.id), get: (path, query) => call('GET', path, query), post: (path, body) => call('POST', path, {}, body) }
}
