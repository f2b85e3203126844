import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { wireTime } from '../envelope.ts'
import { listOutbox } from '../queries/codes.ts'
import { outboxPage } from '../rules/outbox-page.ts'

const shown = 100

/** X7 and its page: the codes that would have gone to phones; there only in the demo (contract 4.15). */
export function bindOutbox(api: Api, { db, env }: ApiContext): void {
  if (!env.demo) return
  const list = async () =>
    (await listOutbox(db, { limit: shown })).map(({ sentAt, ...entry }) => ({ ...entry, sentTime: wireTime(sentAt) }))

  api.visitor('GET', '/demo/outbox', {}, list)

  api.hono.get('/demo/outbox.html', async (c) => {
    c.header('cache-control', 'no-store')
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    return c.html(outboxPage(await list()))
  })
}
