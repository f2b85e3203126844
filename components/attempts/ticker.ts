const TICK_MS = 1_000

/** Calls once a second, also in a page that is hidden, where timers of pages are slowed down; gives back how to stop. */
export function startTicker(tick: () => void): () => void {
  const inWorker = tickInWorker(tick)
  if (inWorker) return inWorker
  const timer = setInterval(tick, TICK_MS)
  return () => clearInterval(timer)
}

function tickInWorker(tick: () => void): (() => void) | null {
  if (typeof Worker === 'undefined' || typeof URL.createObjectURL !== 'function') return null
  const address = URL.createObjectURL(new Blob([`setInterval(() => postMessage(0), ${TICK_MS})`], { type: 'text/javascript' }))
  try {
    const worker = new Worker(address)
    let fallback: ReturnType<typeof setInterval> | null = null
    worker.onmessage = tick
    worker.onerror = () => {
      fallback ??= setInterval(tick, TICK_MS)
    }
    return () => {
      worker.terminate()
      if (fallback) clearInterval(fallback)
      URL.revokeObjectURL(address)
    }
  } catch {
    URL.revokeObjectURL(address)
    return null
  }
}
