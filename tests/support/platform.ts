import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll } from 'vitest'
import { Learner, type Visitor } from '@/lib/domain/learner'
import type { Locale } from '@/lib/domain/locale'
import { startTestApi, type TestApi } from '../../training-api/tests/support'

/** Where lib/training looks for the platform unless told otherwise. */
export const UPSTREAM = 'http://127.0.0.1:4000'

/** The training API with its demo world, in this process, for the tests of one file; `server.use` spoils single answers. */
export function mountPlatform() {
  let api: TestApi
  const server = setupServer(http.all(`${UPSTREAM}/*`, ({ request }) => api.app.fetch(request)))
  beforeAll(async () => {
    api = await startTestApi({ seed: true })
    server.listen({ onUnhandledRequest: 'error' })
  })
  afterAll(async () => {
    server.close()
    await api.close()
  })
  return {
    server,
    api: () => api,
    /** A learner who is logged in. */
    async learner(account: string, tenantId: number, locale: Locale = 'zh'): Promise<Learner> {
      const { userId, token } = await api.loginAs(account, tenantId)
      return new Learner({ id: String(userId), tenantId: String(tenantId), username: account, locale, token })
    },
    /** Somebody without a session. */
    visitor: (tenantId: number, locale: Locale = 'zh'): Visitor => ({ tenantId: String(tenantId), locale }),
  }
}
