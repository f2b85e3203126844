import { serve } from '@hono/node-server'
import type { ServerType } from '@hono/node-server'
import type { Env } from './env.ts'
import { PlainError } from './explain.ts'

/** Longer than a proxy keeps a connection without a call, so that it is never closed under one. */
const keepAliveMs = 75_000
/** Longer than any call takes. Who takes nothing of a file for so long, but does not go either, would hold it open for ever. */
const silentMs = 360_000

type Place = Pick<Env, 'port' | 'host'>

/** Serves at a place; a connection on which nothing moves any more, in either direction, is cut. */
export function listen({ port, host }: Place, fetch: (request: Request) => Response | Promise<Response>, { cutAfterMs = silentMs } = {}): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname: host, serverOptions: { keepAliveTimeout: keepAliveMs } }, () => resolve(server))
    server.setTimeout(cutAfterMs)
    server.once('error', (fault: NodeJS.ErrnoException) => {
      if (fault.code === 'EADDRINUSE') {
        reject(new PlainError(`Port ${port} is taken by another program: stop it or choose another with TRAINING_API_PORT.`))
      } else reject(new PlainError(`The training API cannot listen on ${host}:${port} (${fault.code ?? fault.message}).`))
    })
  })
}
