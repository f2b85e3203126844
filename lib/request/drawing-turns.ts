import 'server-only'

const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

/** Few pictures are decoded at a time, so that they cannot take the memory and the threads of everything else. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
