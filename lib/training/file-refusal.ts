import 'server-only'
import { z } from 'zod'
import type { ErrorCode } from '@/lib/domain/errors'
import { EXPIRED, EXPIRED_STATUSES, wordsOf } from './client'
import { TOO_MANY } from './errors'
import { wireTextMaybe } from './wire'

/** What the platform sends in place of a file; `message` where it comes from whoever keeps the files. */
const said = z.object({ code: z.unknown(), msg: wireTextMaybe.catch(null), message: wireTextMaybe.catch(null) }).partial()

/** Why there is no file, by the platform's status and the JSON it sent instead (contract 1.4); words only where they are for people. */
export function fileRefusal(status: number, json: string): { code: ErrorCode; words: string | undefined } {
  const { code, msg, message } = said.safeParse(parsed(json)).data ?? {}
  const words = wordsOf(msg || message) || undefined
  if (EXPIRED_STATUSES.includes(status) || words === EXPIRED) return { code: 'expired', words: undefined }
  if (status === 403 || Number(code) === 403) return { code: 'forbidden', words: undefined }
  // A technical text is never shown.
  if (status >= 500) return { code: 'failed', words: undefined }
  if (status === TOO_MANY) return { code: words ? 'busy' : 'failed', words }
  return { code: status >= 300 || !words ? 'missing' : 'rejected', words }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
