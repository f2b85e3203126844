import { within, type SetCookie } from './request-scope'

type Handler = (request: Request, context: { params: Promise<Record<string, string | string[]>> }) => Promise<Response>
const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
type Method = (typeof methods)[number]

/** A door of the web as its file exports it, without framework and middleware around it. */
export type MountedDoor = { name: string; method: Method; path: string; isPublic: boolean; handler: Handler }

const files = import.meta.glob<Partial<Record<Method, Handler>>>('../../app/api/**/route.ts', { eager: true })
const open = /^\/api\/(?:public\/|health$|ready$|domains\/|metrics$|\[\.\.\.nowhere\]$)/

/** Every door there is. The test file has to mock `next/headers` with `request-scope`. */
export const mountedDoors: MountedDoor[] = Object.entries(files).flatMap(([file, exported]) => {
  const path = file.replace(/^.*?\/app/, '').replace(/\/route\.ts$/, '')
  return methods.flatMap((method) => {
    const handler = exported[method]
    return handler ? [{ name: `${method} ${path}`, method, path, isPublic: open.test(path), handler }] : []
  })
})

/** What a door is asked with. */
export type Asked = { host?: string; cookie?: string; fields?: Record<string, unknown>; /** As it stands, after the fields. */ query?: string; headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> | string; params?: Record<string, string | string[]> }
export type Told = { status: number; text: string; headers: Headers; set: SetCookie[] }

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Knocks at a door from a page of its own tenant: fields go where the method carries them. */
export async function knock({ method, path, handler }: MountedDoor, { host = 'localhost', cookie, fields = {}, query: more = '', headers = {}, body, params = {} }: Asked = {}): Promise<Told> {
  const carries = method === 'POST' || method === 'PUT'
  const told = carries ? '' : new URLSearchParams(Object.entries(fields).flatMap(([name, value]): [string, string][] => (value === null || value === undefined ? [] : [[name, asText(value)]]))).toString()
  const all = new Headers({ host, 'sec-fetch-site': 'same-origin', ...(carries ? { 'content-type': 'application/json' } : {}), ...(cookie ? { cookie } : {}), ...headers })
  const request = new Request(`http://${host}${path}?${[told, more].filter(Boolean).join('&')}`, { method, headers: all, ...(carries ? { body: body ?? JSON.stringify(fields) } : {}) })
  const { value, set } = await within(all, () => handler(request, { params: Promise.resolve(params) }))
  return { status: value.status, text: await value.text(), headers: value.headers, set }
}
