import { z } from 'zod'
import type { TestApi } from '../../../training-api/tests/support'
import { shapeOf } from './doors'
import type { Target } from './requests'

/** A call of the training API; `learner` ones need a token. */
export type Call = Target & { who: 'learner' | 'visitor' | 'bare' }

type Binder = (api: unknown, ctx: unknown) => void
const binders = Object.values(import.meta.glob<Record<string, Binder>>('../../../training-api/routes/*.ts', { eager: true })).flatMap((room) => Object.entries(room).flatMap(([name, bind]) => (/^bind[A-Z]/.test(name) ? [bind] : [])))

const tokenCall = z.object({ grant_type: z.enum(['password', 'refresh_token']), username: z.string(), password: z.string(), randomStr: z.string(), code: z.string(), tenant_flag: z.string(), refresh_token: z.string() })

/** Every call of the training API, with what it wants to be told, as the routes declare it. */
export function listCalls(api: Pick<TestApi, 'db' | 'clock'>): Call[] {
  const calls: Call[] = []
  // A call without any checks of its own is told what its path has to say.
  const record = (who: Call['who']) => (methods: string | string[], path: string, shape: z.ZodRawShape) => {
    for (const method of [methods].flat()) calls.push({ name: `${method} ${path}`, method, path, who, ...(who === 'learner' && 'file' in shape ? { takes: 'form' } : {}), shape: shapeOf(z.object(path === '/auth/oauth/token' ? tokenCall.shape : shape)) })
  }
  const bare = Object.fromEntries(['get', 'post', 'put', 'delete'].map((method) => [method, (path: string) => {
    const address = path.replace('*', ':path')
    record('bare')(method.toUpperCase(), address, Object.fromEntries([...address.matchAll(/:(\w+)/g)].map(([, name]) => [name!, z.unknown()])))
  }]))
  const ctx = { db: api.db, clock: api.clock, env: { demo: true }, mediaFolder: '.', packages: {}, log: {} }
  for (const bind of binders) bind({ learner: record('learner'), visitor: record('visitor'), hono: bare }, ctx)
  return calls
}
