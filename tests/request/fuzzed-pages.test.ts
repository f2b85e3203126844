import { expect, it } from 'vitest'
import { fileTargets, forgedAt, forgeries, partsOfPages } from '../support/fuzz/forged'
import { listPages } from '../support/fuzz/doors'
import { visits } from '../support/screens'
import { sources } from '../support/sources'

// What the fuzz of pages and doors is sent to, and what its sample of `npm run verify` has in it.

const SAMPLE = 200
const { pages, launchPage, hints } = listPages()
const addresses = [...pages, launchPage].map(({ path }) => path)

it('no page of the tree is missing', () => {
  const files = sources(['app'], /\/page\.tsx$/).map(({ path }) => path)
  expect(files.length).toBeGreaterThan(40)
  // The last name of a page's folder that is no group, which its address must end with.
  const ends = files.map((file) => file.split('/').slice(0, -1).findLast((name) => !name.startsWith('('))!.replace(/^\[(?:\.\.\.)?(\w+)\]$/, ':$1'))
  expect(ends.filter((end) => !addresses.some((path) => path.endsWith(`/${end}`)))).toEqual([])
  expect(addresses).toEqual(expect.arrayContaining(['/Home', '/video', '/toolbar=0', '/:rest', '/news/:id', '/certificate/:code', '/news/list/:kind/:size/:page', '/content/:ticket']))
  // One each, and the list of news, whose file has another address.
  expect(addresses.filter((path) => path !== '/news')).toHaveLength(files.length)
})

it('the visits are hints: their addresses are there, and what they say is known', () => {
  const missing = visits.map(({ path }) => path.split('?')[0]!).filter((path) => !addresses.some((address) => new RegExp(`^${address.replace(/:\w+/g, '[^/]+')}$`).test(path)))
  expect(missing).toEqual([])
  expect([hints('id'), hints('code'), hints('courseId')].map((known) => known.length > 0)).toEqual([true, true, true])
  expect(Object.keys(pages.find(({ path }) => path === '/video')!.shape.properties!)).toContain('sectionId')
})

it('whatever is forged is in the sample, each of it at any number of targets', () => {
  const sizes = [1, 2, 77, 78, pages.length + partsOfPages.length, fileTargets(['/a', '/b']).length]
  for (const targets of sizes) {
    const sent = new Set(Array.from({ length: SAMPLE }, (_, number) => JSON.stringify(forgedAt(number, targets))))
    expect(forgeries.filter((one) => !sent.has(JSON.stringify(one))), `${targets} targets`).toEqual([])
    // Each target is asked with something forged and without, as long as there are two laps of the targets.
    const laps = Array.from({ length: 2 * targets }, (_, number) => ({ at: number % targets, isForged: Object.keys(forgedAt(number, targets)).length > 0 }))
    for (let at = 0; at < targets; at += 1) expect(new Set(laps.filter((one) => one.at === at).map(({ isForged }) => isForged)).size, `target ${at} of ${targets}`).toBe(2)
  }
})

it('every name that the framework or a proxy says is forged', () => {
  const names = new Set(forgeries.flatMap((one) => Object.keys(one)))
  const asked = ['rsc', 'next-router-state-tree', 'next-router-prefetch', 'next-router-segment-prefetch', 'next-url', 'next-action', 'x-middleware-prefetch', 'x-middleware-subrequest', 'x-middleware-rewrite', 'x-nextjs-data', 'x-invoke-path', 'x-invoke-output', 'x-invoke-status', 'x-matched-path', 'x-now-route-matches', 'range', 'if-match', 'if-none-match', 'expect', 'upgrade', 'connection']
  expect(asked.filter((name) => !names.has(name))).toEqual([])
})
