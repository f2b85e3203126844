import { gzipSync } from 'node:zlib'
import type { APIRequestContext } from '@playwright/test'
import { placeOf, visits } from '../support/screens'
import { expect, test } from './fixtures'

// First-load JavaScript, gzip, of the production build: what the page's HTML asks for before anybody acts.
const budgetKb = { guest: 155, bare: 155, learner: 185, focus: 200 } as const

// A script is the same for every page that asks for it.
const known = new Map<string, number>()

async function sizeOf(request: APIRequestContext, script: string): Promise<number> {
  const reply = await request.get(script)
  expect(reply.status(), script).toBe(200)
  return gzipSync(await reply.body(), { level: 9 }).length
}

for (const visit of visits) {
  test(`${visit.name} loads at most ${budgetKb[visit.shell]} kB of scripts first`, async ({ request, origin, clientOf }) => {
    const at = origin(visit.domain)
    const client = visit.account ? await clientOf(visit.account, visit.domain) : request
    const reply = await client.get(at + visit.path)
    // A page that was led away from, or a script that is not there, is small for no good reason.
    expect([reply.status(), placeOf(reply.url())]).toEqual([200, placeOf(at + visit.path)])
    const html = await reply.text()
    // `nomodule` polyfills are for browsers that load nothing else of ours.
    const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)].filter(([tag]) => !/nomodule/i.test(tag)).map(([, address]) => address!.replace(/&amp;/g, '&'))
    expect(scripts.length).toBeGreaterThan(0)
    const sizes = await Promise.all([...new Set(scripts)].map(async (address) => {
      const size = known.get(address) ?? (await sizeOf(request, new URL(address, at).href))
      known.set(address, size)
      return size
    }))
    const totalKb = sizes.reduce((sum, size) => sum + size, 0) / 1000
    console.log(`${visit.name}: ${totalKb.toFixed(1)} kB`)
    expect(totalKb).toBeLessThanOrEqual(budgetKb[visit.shell])
  })
}
