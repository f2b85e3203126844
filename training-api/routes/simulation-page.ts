import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { missing } from '../envelope.ts'
import { getSimulationTitle } from '../queries/simulation-page.ts'
import { contentTypeOf, safeMediaPath } from '../rules/media.ts'

const folder = 'simulation'
const digits = (words: string) => (/^\d{1,16}$/.test(words) && Number.isSafeInteger(Number(words)) ? Number(words) : undefined)

/**
 * The page that stands for the external simulation service, at /simulation/; there only in the demo. It reports by X4
 * like any other service (contract 4.7), and asks `launch` which procedure its request is about.
 */
export function bindSimulationPage(api: Api, { db, env, mediaFolder }: ApiContext): void {
  if (!env.demo) return
  const words = z.string().max(200).default('')

  api.visitor('GET', '/simulation/launch', { requestId: words, simulationId: words, ticket: words }, async (_visitor, { requestId, simulationId, ticket }) => {
    const title = await getSimulationTitle(db, { tenantId: digits(ticket.split('.')[0] ?? ''), requestId: digits(requestId), simulationId: digits(simulationId) })
    return { title }
  })

  for (const address of ['/simulation', '/simulation/', '/simulation/:file']) {
    api.hono.get(address, async (c) => {
      const name = safeMediaPath(c.req.param('file') || 'index.html')
      const body = name === undefined ? null : await readFile(path.join(mediaFolder, folder, name)).catch(() => null)
      if (name === undefined || body === null) throw missing()
      c.header('cache-control', 'no-cache')
      c.header('content-type', contentTypeOf(name))
      c.header('x-content-type-options', 'nosniff')
      c.header('referrer-policy', 'no-referrer')
      c.header('content-security-policy', "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'")
      return c.body(new Uint8Array(body))
    })
  }
}
