import 'server-only'

/** So many are as quick as the platform is, and leave room for others. */
const AT_ONCE = 6

/** The same for each thing, a few at a time, in the order of the things. */
export async function fewAtOnce<T, R>(things: readonly T[], act: (thing: T) => Promise<R>, atOnce = AT_ONCE): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < things.length; at += atOnce) results.push(...(await Promise.all(things.slice(at, at + atOnce).map(act))))
  return results
}
