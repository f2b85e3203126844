import { gzipSync } from 'node:zlib'
import { visits } from '../support/screens'
import { expect, test } from './fixtures'

// First-load JavaScript, gzip, of the production build: what the page's HTML asks for before anybody acts.
const budgetKb = { guest: 155, bare: 155, learner: 185, focus: 200 } as const

for (const visit of visits) {
  test(`${visit.name} loads at most ${budgetKb[visit.shell]} kB of scripts first`, async ({ context, origin, loginAs }) => {
    const at = origin(visit.domain)
    if (visit.account) await loginAs(visit.account, visit.domain)
    const html = await (await context.request.get(at + visit.path)).text()
    // `nomodule` polyfills are for browsers that load nothing else of ours.
    const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)].filter(([tag]) => !/nomodule/i.test(tag)).map(([, address]) => address!.replace(/&amp;/g, '&'))
    expect(scripts.length).toBeGreaterThan(0)
    const sizes = await Promise.all([...new Set(scripts)].map(async (address) => gzipSync(await (await context.request.get(new URL(address, at).href)).body(), { level: 9 }).length))
    const totalKb = sizes.reduce((sum, size) => sum + size, 0) / 1000
    console.log(`${visit.name}: ${totalKb.toFixed(1)} kB`)
    expect(totalKb).toBeLessThanOrEqual(budgetKb[visit.shell])
  })
}
