// Loaded before a server of the browser tests: it is asked to end when its standard input does, a pipe that Playwright holds. Playwright gives
// its servers groups of their own, so when it is killed itself nothing else would end them.
import { isMainThread } from 'node:worker_threads'

// A worker loads this too, and what it has for an input is over from the beginning.
if (isMainThread) {
  process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM')).resume()
  process.stdin.unref()
}
