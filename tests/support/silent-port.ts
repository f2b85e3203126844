import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A port at which nobody answers a knock, as at the address of a machine that is gone: its program sleeps, and its queue is full. `onStop` is told at once how that ends. */
export async function silentPort(onStop: (stop: () => void) => void): Promise<number> {
  const child = spawn(process.execPath, ['-e', `const s = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(s.address().port))`], { stdio: ['ignore', 'pipe', 'ignore'] })
  const waiting: Socket[] = []
  onStop(() => {
    child.kill('SIGKILL')
    for (const socket of waiting) socket.destroy()
  })
  const [told] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(told.toString())
  child.kill('SIGSTOP')
  // As many as are let in, and one that is not.
  for (let isTaken = true; isTaken; ) {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined)
    waiting.push(socket)
    isTaken = await Promise.race([once(socket, 'connect').then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 400))])
    // After a stall the timer is heard before the connection, which may have been made long ago: that is heard in the next turn.
    if (!isTaken) {
      await new Promise((done) => setImmediate(done))
      isTaken = socket.readyState === 'open'
    }
  }
  return port
}
