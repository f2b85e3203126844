/** Runs work when it has its turn; rejects with a `busy` trouble where too much waits already. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** A queue with so many places: what comes beyond them waits in the order in which it came, at most so much of it. */
export function inTurn(places: number, mostWaiting: number): InTurn {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running < places) running += 1
    else if (queue.length >= mostWaiting) throw Object.assign(new Error('Too much is waiting for its turn.'), { code: 'EAGAIN' })
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
