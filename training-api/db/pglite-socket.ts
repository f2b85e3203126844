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

function messagesOf(socket: Socket) {
  let waiting: Buffer = Buffer.alloc(0)
  let started = false

  /** Takes the first messages of a connection, which carry no kind; how many bytes of `waiting` they are. */
  function lengthOfStart(): number {
    const length = waiting.length < 8 ? Infinity : waiting.readInt32BE(0)
    return waiting.length < length ? 0 : length
  }

  return async (chunk: Buffer, run: (bytes: Buffer) => Promise<void>): Promise<void> => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    while (!started) {
      const length = lengthOfStart()
      if (length === 0) return
      const first = take(length)
      if (first.readInt32BE(4) === sslRequest) socket.write('N')
      else {
        started = true
        await run(first)
      }
    }
    let complete = 0
    while (waiting.length - complete >= 5) {
      const length = 1 + waiting.readInt32BE(complete + 1)
      if (waiting.length - complete < length) break
      if (waiting[complete] === terminate) {
        socket.end()
        break
      }
      complete += length
    }
    if (complete > 0) await run(take(complete))
  }

  function take(length: number): Buffer {
    const taken = waiting.subarray(0, length)
    waiting = waiting.subarray(length)
    return taken
  }
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
