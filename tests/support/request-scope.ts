import { AsyncLocalStorage } from 'node:async_hooks'

type Options = { maxAge?: number; httpOnly?: boolean; secure?: boolean; sameSite?: unknown; path?: string; domain?: string; expires?: unknown }
/** A cookie that an answer sets. */
export type SetCookie = { name: string; value: string; options: Options }
type Scope = { headers: Headers; cookies: Map<string, string>; set: SetCookie[] }

const scopes = new AsyncLocalStorage<Scope>()

function scope(): Scope {
  const found = scopes.getStore()
  if (!found) throw new Error('outside of a request')
  return found
}

/** Stands for `next/headers` in tests: `vi.mock('next/headers', () => import('../support/request-scope'))`. */
export const headers = async () => scope().headers
export const cookies = async () => {
  const { cookies: given, set } = scope()
  const put = (name: string, value: string, options: Options = {}) => {
    set.push({ name, value, options })
    given.set(name, value)
  }
  return {
    get: (name: string) => (given.has(name) ? { name, value: given.get(name)! } : undefined),
    has: (name: string) => given.has(name),
    set: (first: string | ({ name: string; value: string } & Options), value = '', options: Options = {}) => (typeof first === 'string' ? put(first, value, options) : put(first.name, first.value, first)),
    delete: (name: string) => put(name, '', { maxAge: 0 }),
  }
}

/** Runs something as if within a request that has these headers; gives what came of it and the cookies that were set. */
export async function within<T>(given: Headers, run: () => Promise<T>): Promise<{ value: T; set: SetCookie[] }> {
  const pairs = (given.get('cookie') ?? '').split(';').flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=')
    return at > 0 ? [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]] : []
  })
  const here: Scope = { headers: given, cookies: new Map(pairs), set: [] }
  return { value: await scopes.run(here, run), set: here.set }
}
