import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'

const sslRequest = 80_877_103
const terminate = 'X'.charCodeAt(0)

/**
 * A server that lets one PostgreSQL client at a time speak to PGlite; others wait for it to leave. Messages that arrive
 * together are answered together, which is what makes it quick. `onBroken` hears of an engine that can no longer answer.
 */
export function servePglite(db: PGlite, onBroken: (fault: unknown) => void): Server {
  let turn: Promise<void> = Promise.resolve()

  return createServer((socket) => {
    const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    // A lost connection is the client's affair; close follows.
    socket.on('error', () => {})
    const begun = turn.then(() => forgetLastClient(db))
    turn = begun.then(() => gone).catch(onBroken)
    const messages = messagesOf(socket)
    let work = begun
    socket.on('data', (chunk) => {
      work = work.then(() => messages(chunk, (bytes) => answer(db, socket, bytes))).catch(onBroken)
    })
  })
}

/** One session serves all clients in turn: what the last one left open or prepared must not reach the next. */
async function forgetLastClient(db: PGlite): Promise<void> {
  if (db.isInTransaction()) await db.exec('rollback')
  await db.exec('deallocate all')
}

/**
 * Cuts a client's stream into messages and runs all that are complete together. A message that is not complete is kept in
 * pieces until it is: one of 20 MB comes in hundreds.
 */
function messagesOf(socket: Socket) {
  let pieces: Buffer[] = []
  let size = 0
  let needed = 0
  let started = false

  return async (chunk: Buffer, run: (bytes: Buffer) => Promise<void>): Promise<void> => {
    pieces.push(chunk)
    size += chunk.length
    if (size < needed) return
    let bytes = Buffer.concat(pieces, size)
    while (!started && bytes.length >= 8 && bytes.length >= bytes.readInt32BE(0)) {
      const first = bytes.subarray(0, bytes.readInt32BE(0))
      bytes = bytes.subarray(first.length)
      if (first.readInt32BE(4) === sslRequest) socket.write('N')
      else {
        started = true
        await run(first)
      }
    }
    const complete = started ? lengthOfComplete(bytes) : 0
    if (complete > 0) await run(bytes.subarray(0, complete))
    bytes = bytes.subarray(complete)
    if (started && bytes[0] === terminate) socket.end()
    pieces = [bytes]
    size = bytes.length
    needed = started && size >= 5 ? 1 + bytes.readInt32BE(1) : 0
  }
}

function lengthOfComplete(bytes: Buffer): number {
  let complete = 0
  while (bytes.length - complete >= 5 && bytes[complete] !== terminate) {
    const length = 1 + bytes.readInt32BE(complete + 1)
    if (bytes.length - complete < length) break
    complete += length
  }
  return complete
}

async function answer(db: PGlite, socket: Socket, bytes: Buffer): Promise<void> {
  socket.cork()
  await db.runExclusive(() =>
    db.execProtocolRawStream(new Uint8Array(bytes), {
      // The data lies in the engine's own memory and is overwritten next.
      onRawData: (data) => void (socket.writable && socket.write(Buffer.from(data))),
    }),
  )
  socket.uncork()
}
