import { connect } from 'node:net'

export type RawReply = { status: number; headers: Record<string, string>; body: string }

/** Sends a request exactly as written, with whatever Host and path, and reads the answer to its end. */
export function rawHttp(port: number, lines: string[], body = '', host = '127.0.0.1'): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host }, () => socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`))
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.setTimeout(20_000, () => socket.destroy(new Error('no answer')))
    const answer = () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const cut = text.indexOf('\r\n\r\n')
      const [first = '', ...rest] = text.slice(0, cut).split('\r\n')
      const headers: Record<string, string> = {}
      for (const line of rest) {
        const colon = line.indexOf(':')
        headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
      }
      resolve({ status: Number(first.split(' ')[1]), headers, body: text.slice(cut + 4) })
    }
    socket.on('end', answer)
    // Who answers and leaves the body behind it unread may end the connection under it: what has come by then is the answer.
    socket.on('error', (error: NodeJS.ErrnoException) => (Buffer.concat(chunks).includes('\r\n\r\n') && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '') ? answer() : reject(error)))
  })
}

/**
 * The answer to a request that a server may fall over, which is asked afterwards whether it lives. No answer is a fault; but who refuses a
 * head and leaves the body behind it unread may end the connection under its own answer: with `mayReset` that counts as 400.
 */
export async function rawOdd(port: number, lines: string[], body = '', { mayReset = false } = {}): Promise<RawReply> {
  const reply = await rawHttp(port, lines, body).catch((error: NodeJS.ErrnoException): RawReply => {
    if (!mayReset || error.code !== 'ECONNRESET') throw error
    return { status: 400, headers: {}, body: '' }
  })
  const { status } = await rawGet(port, '/api/health', 'localhost')
  if (status !== 200) throw new Error(`the server answers ${status} after ${lines[0]}`)
  return reply
}

/** A GET as a browser of that host would send it, with more header lines. */
export const rawGet = (port: number, path: string, host: string, more: string[] = []) => rawHttp(port, [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'User-Agent: test', ...more])
