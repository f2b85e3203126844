import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { withinPageHeader, withinPagePatienceMs } from './noted-headers'
import { addVary, chosenCoding, encode, encoderOf, isText, mayBeEncoded, type Coding } from './reply-coding'

/** How much of a reply is held, and for how long: milliseconds, and turns of the event loop, since under load one takes longer than that. */
const HELD_BYTES = 128 * 1024
const HELD_MS = 10
const HELD_TURNS = 3
/** A reply of fewer bytes fits into one packet as it is. */
const SMALL_BYTES = 1024
/** Encoded in one call, a reply of more would hold up everybody else meanwhile. */
const MOST_AT_ONCE_BYTES = 512 * 1024

/**
 * What the framework says beside an address, as long as the address once more: where it looked for the page, which is nobody's business
 * outside (what the browser's router needs of it has another name), and where to go, a second time, for a browser that is no more.
 */
const NEEDLESS = ['x-middleware-rewrite', 'refresh']

/** Where the framework leads on, the body is the address once more; of what kind that is, it does not say. */
function nameKind(response: ServerResponse): void {
  if (response.hasHeader('location') && !response.hasHeader('content-type')) response.setHeader('Content-Type', 'text/plain; charset=utf-8')
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]
type Done = () => void
type Chunk = string | Uint8Array | null | undefined
/** What Node's calls take after the bytes; either may be left out. */
type Rest = [(BufferEncoding | Done)?, Done?]

const doneOf = (rest: Rest) => rest.find((one) => typeof one === 'function')

function bufferOf(chunk: string | Uint8Array, [encoding]: Rest): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8')
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}

function setHeaders(response: ServerResponse, headers: Headers = {}): void {
  const pairs = Array.isArray(headers) ? headers.flatMap((name, at) => (at % 2 ? [] : [[String(name), headers[at + 1]] as const])) : Object.entries(headers)
  for (const [name, value] of pairs) if (value !== undefined) response.setHeader(name, value)
}

class GatheredReply {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #node: Pick<ServerResponse, 'writeHead' | 'write' | 'end' | 'flushHeaders'>
  #held: Buffer[] | null = null
  #heldBytes = 0
  #waiting: NodeJS.Timeout | undefined

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request
    this.#response = response
    this.#node = { writeHead: response.writeHead, write: response.write, end: response.end, flushHeaders: response.flushHeaders }
    Object.assign(response, {
      writeHead: (...asked: Parameters<typeof response.writeHead>) => this.#writeHead(...asked),
      flushHeaders: () => (this.#isHeld() ? this.#holdOn() : response.flushHeaders()),
      write: (chunk: string | Uint8Array, ...rest: Rest) => (this.#isHeld() ? this.#hold(chunk, rest) : response.write(chunk, ...(rest as [BufferEncoding]))),
      end: (chunk?: Chunk | Done, ...rest: Rest) => (this.#isHeld() ? this.#end(chunk, rest) : response.end(chunk, ...(rest as [BufferEncoding]))),
    })
    response.once('close', () => this.#waitNoMore())
  }

  /** Decides once what becomes of the reply: it is held, or Node's own affair from now on. */
  #isHeld(): boolean {
    if (this.#held) return true
    for (const name of NEEDLESS) this.#response.removeHeader(name)
    if (isText(this.#response)) addVary(this.#response)
    if (mayBeEncoded(this.#request, this.#response)) this.#held = []
    else this.#giveBack()
    // Only now: it is not to be held for its kind.
    nameKind(this.#response)
    return this.#held !== null
  }

  #waitNoMore(): void {
    clearTimeout(this.#waiting)
    this.#waiting = undefined
  }

  #giveBack(): void {
    this.#waitNoMore()
    Object.assign(this.#response, this.#node)
  }

  #writeHead(status: number, ...rest: [(string | Headers)?, Headers?]): ServerResponse {
    const response = this.#response
    response.statusCode = status
    if (typeof rest[0] === 'string') response.statusMessage = rest[0]
    setHeaders(response, rest.findLast((one) => typeof one === 'object'))
    return this.#isHeld() ? response : response.writeHead(status)
  }

  #hold(chunk: string | Uint8Array, rest: Rest): boolean {
    const bytes = bufferOf(chunk, rest)
    this.#held?.push(bytes)
    this.#heldBytes += bytes.length
    const done = doneOf(rest)
    if (done) process.nextTick(done)
    if (this.#heldBytes > HELD_BYTES) this.#sendInParts()
    else this.#holdOn()
    return true
  }

  /** What a page asks for from within begins with what was known before the platform was asked: it is worth waiting for the rest. */
  #holdOn(): void {
    this.#onceQuiet(() => this.#sendInParts(), this.#request.headers[withinPageHeader] ? withinPagePatienceMs : HELD_MS)
  }

  /** What is whole goes out in one piece, unless it is very large. */
  #end(chunk: Chunk | Done, rest: Rest): ServerResponse {
    const response = this.#response
    const done = typeof chunk === 'function' ? chunk : doneOf(rest)
    const last = typeof chunk === 'string' || chunk instanceof Uint8Array ? bufferOf(chunk, rest) : null
    if (this.#heldBytes + (last?.length ?? 0) > MOST_AT_ONCE_BYTES && chosenCoding(this.#request)) {
      this.#sendInParts()
      return response.end(last, done)
    }
    this.#giveBack()
    const held = this.#held ?? []
    if (last) held.push(last)
    let body: Buffer = Buffer.concat(held)
    const coding = body.length < SMALL_BYTES ? undefined : chosenCoding(this.#request)
    if (coding) {
      response.setHeader('Content-Encoding', coding)
      body = encode(coding, body, response)
    }
    response.setHeader('Content-Length', body.length)
    return response.end(body, done)
  }

  #sendInParts(): void {
    const response = this.#response
    const held = this.#held ?? []
    this.#giveBack()
    response.removeHeader('Content-Length')
    const coding = chosenCoding(this.#request)
    const sendOn = coding ? this.#encodeOnTheWay(coding) : () => undefined
    // An encoder that has been given nothing gives out nothing.
    response.flushHeaders()
    for (const bytes of held) response.write(bytes)
    sendOn()
  }

  /** From now on what is written goes through an encoder, which gives out what it has when nothing more comes; gives how to make it do so. */
  #encodeOnTheWay(coding: Coding): Done {
    const response = this.#response
    const { write, end } = this.#node
    response.setHeader('Content-Encoding', coding)
    const { encoder, flush } = encoderOf(coding, response)
    const sendOn = () => void (encoder.writableEnded || encoder.flush(flush))
    encoder.on('data', (bytes: Buffer) => void (write.call(response, bytes, 'utf8') || encoder.pause()))
    encoder.on('end', () => end.call(response, undefined, 'utf8'))
    encoder.on('drain', () => response.emit('drain'))
    encoder.on('error', (fault) => response.destroy(fault))
    // The encoder's own room is told as the reply's, too: that says nothing of the connection's.
    response.on('drain', () => void (response.writableNeedDrain || encoder.resume()))
    response.once('close', () => encoder.destroy())
    Object.assign(response, {
      write: (chunk: string | Uint8Array, ...rest: Rest) => {
        this.#onceQuiet(sendOn)
        return encoder.write(bufferOf(chunk, rest), () => doneOf(rest)?.())
      },
      end: (chunk?: Chunk | Done, ...rest: Rest) => {
        const done = typeof chunk === 'function' ? chunk : doneOf(rest)
        if (done) response.once('finish', done)
        encoder.end(typeof chunk === 'string' || chunk instanceof Uint8Array ? bufferOf(chunk, rest) : undefined)
        return response
      },
    })
    return sendOn
  }

  /** Calls `then` when nothing has ended the reply for a moment. */
  #onceQuiet(then: Done, moment = HELD_MS): void {
    if (this.#waiting) return
    let turns = 0
    const wait = () => {
      if (this.#waiting !== timer) return
      turns += 1
      if (turns < HELD_TURNS) return void setImmediate(wait)
      this.#waiting = undefined
      then()
    }
    const timer = setTimeout(wait, moment)
    this.#waiting = timer
  }
}

/**
 * Holds the text of a reply back until it is whole, then sends it in one piece, encoded at once: a stream through an encoder in another
 * thread took a fifth of a page's time. What takes longer, or is large, is sent on in parts, each when nothing more has come for a moment.
 */
export function gatherReply(request: IncomingMessage, response: ServerResponse): void {
  new GatheredReply(request, response)
}

const shared = globalThis as { trainhallReplies?: boolean }

/** From now on the web gathers and encodes its replies itself, in place of the framework (`compress: false`), and sends no header that nobody needs. */
export function gatherReplies(): void {
  if (shared.trainhallReplies) return
  shared.trainhallReplies = true
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    gatherReply(request, response)
  })
}
