import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll } from 'vitest'
import { Learner, type Visitor } from '@/lib/domain/learner'
import type { Locale } from '@/lib/domain/locale'
import { startTestApi, type TestApi, type TestLearner } from '../../training-api/tests/support'

/** Where lib/training looks for the platform unless told otherwise. */
export const UPSTREAM = 'http://127.0.0.1:4000'

/** The first file that needs the demo world fills its template, which takes a while on a busy machine. */
const FILLING_MS = 300_000

/** The training API with its demo world, in this process, for the tests of one file; `server.use` spoils single answers. */
export function mountPlatform() {
  let api: TestApi | undefined
  const logins = new Map<string, Promise<TestLearner>>()
  const server = setupServer(http.all(`${UPSTREAM}/*`, ({ request }) => running().app.fetch(request)))
  const running = () => {
    if (!api) throw new Error('The training API is mounted in beforeAll')
    return api
  }
  beforeAll(async () => {
    api = await startTestApi({ seed: true })
    server.listen({ onUnhandledFrame: 'error' })
  }, FILLING_MS)
  afterAll(async () => {
    server.close()
    await api?.close()
  })
  return {
    server,
    api: running,
    /** A learner who is logged in; everybody logs in once per file. */
    async learner(account: string, tenantId: number, locale: Locale = 'zh'): Promise<Learner> {
      const key = `${account}@${tenantId}`
      const login = logins.get(key) ?? running().loginAs(account, tenantId)
      logins.set(key, login)
      const { userId, token } = await login
      return new Learner({ id: String(userId), tenantId: String(tenantId), username: account, locale, token })
    },
    /** Somebody without a session. */
    visitor: (tenantId: number, locale: Locale = 'zh'): Visitor => ({ tenantId: String(tenantId), locale }),
  }
}
