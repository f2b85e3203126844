import 'server-only'

/** What is told when a call to the platform is over: `ok`, or the code of its error. */
type Ended = (outcome: string) => void
/** Somebody who wants to know of calls to the platform, and may put headers of its own into them. */
export type CallWatcher = (name: string, headers: Record<string, string>) => Ended

// Pages, doors and the middleware are bundled apart; who watches is known to all of them.
const shared = globalThis as { trainhallCallWatchers?: CallWatcher[] }

/** From now on `watcher` hears of every call. */
export function watchCalls(watcher: CallWatcher): void {
  ;(shared.trainhallCallWatchers ??= []).push(watcher)
}

/** Makes a call while those who watch it look on; `name` is the same for all calls of one kind, `headers` are to be sent with it. */
export async function watched<T>(name: string, call: (headers: Record<string, string>) => Promise<T>, codeOf: (error: unknown) => string): Promise<T> {
  const watchers = shared.trainhallCallWatchers
  if (!watchers) return call({})
  const headers: Record<string, string> = {}
  const ended = watchers.map((watcher) => watcher(name, headers))
  try {
    const answer = await call(headers)
    for (const end of ended) end('ok')
    return answer
  } catch (error) {
    for (const end of ended) end(codeOf(error))
    throw error
  }
}
