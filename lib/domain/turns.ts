type Patience = { /** So long somebody waits for a turn. */ ms: number; /** What becomes of who has waited so long. */ error: () => Error }

/** Work of which so many go on at a time; what comes meanwhile waits for its turn, in the order in which it came. */
export function turnsOf(atOnce: number, patience?: Patience) {
  let running = 0
  const waiting: (() => void)[] = []
  const turn = () => new Promise<void>((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = patience && setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(patience.error())
    }, patience.ms)
    waiting.push(begin)
  })
  return async function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    if (running >= atOnce) await turn()
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
