// What a page says, read from its HTML as a browser would show it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/paths.mjs'

/** Words that are for programmers. */
const leaked = /NullPointer|at com\.|\[object Object\]|Application error|Internal Server Error|node_modules|\.[cm]?[jt]sx?:\d+:\d+/
const { retry, failed, timeout, loadFailed } = JSON.parse(readFileSync(join(root, 'messages/zh/errors.json'), 'utf8'))
/** Words by which a page says that something did not come. */
const troubleWords = [retry, failed, timeout, loadFailed.replace('{what}', '')]

const withoutScripts = (html) => html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
const textOf = (html) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ').trim()

/** What is inside of the main element, with the parts that came late in their places. */
export function mainOf(html) {
  const main = /<main\b[\s\S]*?<\/main>/.exec(html)?.[0] ?? ''
  const late = new Map([...html.matchAll(/<div hidden(?:="")? id="(S:\w+)">([\s\S]*?)<\/div>(?=<script)/g)].map(([, id, part]) => [id.replace('S:', 'B:'), part]))
  const filled = (part) => part.replaceAll(/<template id="(B:\w+)"><\/template>/g, (_, id) => filled(late.get(id) ?? ''))
  return withoutScripts(filled(main))
}

/** Whether a page offers somewhere to go or something to press besides the frame that all pages share; an empty address is its own, once more. */
export const hasWayOn = (main) => /<a\s(?:[^>]*\s)?href="(?!#)|<button\b/.test(main)

/** What a page is: where it sends on, or its status, its first heading, and whether it leads on by itself; one that is only read leads on by its frame. */
export function markOf({ status, location, html }) {
  if (status >= 300 && status < 400) return { status, location }
  const heading = /<(h[12])\b[^>]*>([\s\S]*?)<\/\1>/.exec(mainOf(html))?.[2] ?? /<title>([\s\S]*?)<\/title>/.exec(html)?.[1] ?? ''
  return { status, heading: textOf(heading), hasOwnWay: hasWayOn(mainOf(html)) }
}

/** Words of a page that say that something did not come; null when it says none. */
export const troubleOf = (main) => troubleWords.find((words) => textOf(main).includes(words)) ?? null

/** Whether a page asks for itself again without anybody's doing, as that of the front does when no web is there. */
const comesAgain = (html) => /<meta\b[^>]*\bhttp-equiv="?refresh"?/.test(html)

/** What is wrong with a page by which somebody was put off: it must say so by its status, nothing of what is inside, and lead on; null when nothing is. */
export function faultOfPutOff({ status, text: html }) {
  if (status === 0) return `a page did not come: ${html}`
  if (status !== 503) return `a page was answered ${status}`
  if (leaked.test(html)) return `a page says ${leaked.exec(html)[0]} (${status})`
  return hasWayOn(mainOf(html)) || comesAgain(html) ? null : `a page has no way on (${status}): ${textOf(withoutScripts(html)).slice(0, 80)}`
}

/** What is wrong with a page: while the platform is well it must be what it was (`well`), and in trouble it must still lead on, unless a script brings all of it (`isScripted`); null when nothing is. */
export function faultOfPage(page, { well, isWell, isScripted = false }) {
  const { status, location, html } = page
  if (status >= 300 && status < 400) return location === well.location ? null : `leads to ${location}`
  if (status >= 500 && (isWell || status !== 503)) return `answered ${status}`
  if (leaked.test(html)) return `says ${leaked.exec(html)[0]}`
  const main = mainOf(html)
  if (!isScripted && !hasWayOn(well.hasOwnWay === false ? withoutScripts(html) : main)) return `has no way on (${status})`
  if (!isWell) return null
  const mark = markOf(page)
  if (mark.status !== well.status) return `answered ${mark.status}, not ${well.status}`
  if (mark.heading !== well.heading) return `has the heading "${mark.heading}", not "${well.heading}"`
  const words = troubleOf(main)
  return words === null ? null : `still says ${words}`
}
