import { Agent, maxHeaderSize, request as ask } from 'node:http'
import type { FuzzReply } from './findings'
import type { FuzzRequest } from './requests'

const agent = new Agent({ keepAlive: true, maxSockets: 4 })
const MOST_TEXT = 300_000
/** Above this a head may be too large for the server, which counts it a little otherwise. */
const LARGE_HEAD = maxHeaderSize - 1_024

const noReply = (status: number, text = ''): FuzzReply => ({ status, type: '', headers: {}, text })
const changesConnection = (headers: Record<string, string>) => 'connection' in headers || 'upgrade' in headers

/** Whether a head is one that is refused (400, 431), or answered for the last time, before the body behind it is read: then the connection may end under its own answer. */
function mayLeaveBody(path: string, headers: Record<string, string>): boolean {
  const size = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, path.length)
  return changesConnection(headers) || /[^\x21-\x7e]/.test(path) || size > LARGE_HEAD
}

/**
 * Sends an input with some header lines of whoever asks; status 0 is no answer. A kept connection may be closed at the moment it is used
 * again, as every client knows; what gives no answer on one of its own, gives none.
 */
export function send(port: number, input: FuzzRequest, own: Record<string, string>, way: Agent | false = agent): Promise<FuzzReply> {
  const { method, address, headers, body } = input
  const cookie = [own.cookie, headers.cookie].filter(Boolean).join('; ')
  const path = address.replace(/[^\x21-\xff]/g, (letter) => encodeURIComponent(letter.toWellFormed()))
  const lines = { host: 'localhost', ...own, ...headers, ...(cookie ? { cookie } : {}) }
  return new Promise((resolve, reject) => {
    const asked = ask({ port, host: '127.0.0.1', method, path, agent: way, headers: { ...lines, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) } }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () => resolve({
        status: reply.statusCode ?? 0, type: reply.headers['content-type'] ?? '', text: Buffer.concat(chunks).toString('utf8').slice(0, MOST_TEXT),
        headers: Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, String(value)])),
      }))
      reply.on('error', reject)
    })
    asked.on('error', (error: NodeJS.ErrnoException) => {
      const wasReset = Boolean(body) && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')
      if (wasReset && mayLeaveBody(path, lines)) resolve(noReply(400))
      else if (asked.reusedSocket && error.code === 'ECONNRESET' && way) resolve(send(port, input, own, false))
      else if (wasReset || changesConnection(headers)) resolve(noReply(0, error.message))
      else reject(error)
    })
    // Nothing here speaks another protocol.
    asked.on('upgrade', (reply, socket) => {
      socket.destroy()
      resolve(noReply(0, `changes the protocol: ${reply.statusCode}`))
    })
    asked.setTimeout(60_000, () => asked.destroy(new Error(`no answer to ${method} ${address.slice(0, 300)}`)))
    asked.end(body)
  })
}
