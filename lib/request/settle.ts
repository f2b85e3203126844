import 'server-only'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { Settled } from '@/lib/domain/errors'
import { log } from '@/lib/log'
import { routes } from '@/lib/routes'
import { isRefusal, TrainingError } from '@/lib/training/errors'

/**
 * What became of a part of a page, so that the rest keeps working. A session that is over leads to login and back, a forbidden answer
 * to the page for that; anything else is the part's own error.
 */
export function settle<T>(asked: Promise<T>): Promise<Settled<T>> {
  const settled = outcome(asked)
  // A part may be awaited late or never; its redirect belongs to whoever awaits it.
  settled.catch(() => undefined)
  return settled
}

async function outcome<T>(asked: Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await asked }
  } catch (error) {
    const code = error instanceof TrainingError ? error.code : 'failed'
    if (code === 'expired') redirect(routes.login((await headers()).get('x-path') ?? undefined, 'expired'))
    if (code === 'forbidden') redirect(routes.noAccess())
    if (!(error instanceof TrainingError)) log.error({ error: error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : String(error) }, 'a part of a page failed')
    return error instanceof TrainingError && isRefusal(error) ? { error: code, words: error.message } : { error: code }
  }
}
