import 'server-only'

/** The beginning of a text of the platform, without half a letter at its end. It is a text of its own: what was only cut off would hold the whole in memory. */
export function beginningOf(text: string, most: number): string {
  return text.length <= most ? text : Buffer.from(text.slice(0, most).replace(/[\ud800-\udbff]$/, '')).toString()
}
