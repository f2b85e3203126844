import 'server-only'
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isOfCourseware } from './domains'
import { standAloneHeaders, tooLargePage } from './plain-page'
import { noPagePolicy, plainHeaders } from './security-headers'

type Fault = Error & { code?: string; rawPacket?: Buffer }
/** How Node answers what it cannot read, once somebody listens to it and it does no more. */
const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, HPE_CHUNK_EXTENSIONS_OVERFLOW: 413, ERR_HTTP_REQUEST_TIMEOUT: 408 }
/** So long a browser may go on sending; cut off in the middle of it, it would not read what it was answered. */
const LAST_MS = 1_000

const answered = new WeakSet<Socket>()

/** Whether a person may be shown a page, as far as the piece that came last tells: it need not be the one that names address and host. */
function mayBeShown(packet: Buffer | undefined): boolean {
  const [first = '', ...lines] = (packet?.toString('latin1') ?? '').split('\r\n')
  const [, method, path = ''] = /^([A-Z]+) (\S+)/.exec(first) ?? []
  if (method === undefined) return true
  const headers = Object.fromEntries(lines.map((line) => /^([\w-]+):(.*)$/s.exec(line) ?? []).map(([, name = '', value = '']) => [name.toLowerCase(), value.trim()]))
  return method === 'GET' && !/^\/(?:api|_next|content)\//.test(path) && !isOfCourseware({ headers })
}

function replyOf(status: number, page: string): string {
  const headers = { ...(page ? standAloneHeaders : { 'Content-Security-Policy': noPagePolicy, 'Cache-Control': 'no-store' }), ...plainHeaders, Connection: 'close', 'Content-Length': String(Buffer.byteLength(page)) }
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${page}`
}

function answer(fault: Fault, socket: Socket): void {
  // What comes after it is told as a fault once more.
  if (answered.has(socket)) return
  answered.add(socket)
  const begun = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage?.headersSent
  if (!socket.writable || begun) return void socket.destroy(fault)
  const status = statuses[fault.code ?? ''] ?? 400
  if (status === 431 && mayBeShown(fault.rawPacket)) {
    socket.end(replyOf(status, tooLargePage()))
    setTimeout(() => socket.destroy(), LAST_MS).unref()
  } else {
    socket.write(replyOf(status, ''))
    socket.destroy(fault)
  }
}

/**
 * Has a server say why it does not take a request whose head is larger than Node reads, with a page that tells the way on. Every site of
 * the same domain can set cookies for ours, and until they are deleted each address is answered so. It asks the browser to delete none: a
 * foreign page can have the same answer given, by a link with a long address, and would end sessions by it.
 */
export function explainLargeHeads(server: Server): void {
  server.on('clientError', (fault, socket) => answer(fault as Fault, socket as Socket))
}
