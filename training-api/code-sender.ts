import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { CodePurpose } from './queries/codes.ts'

/** A code on its way to a phone; `id` stays the same when it is sent again. */
export type SentCode = { id: number; tenantId: number; phone: string; purpose: CodePurpose; code: string; expiresAt: Date }

/** Where an operator's provider of short messages listens, and the secret both sides know. */
export type SmsWebhook = { url: string; secret: string }

const waitMs = 10_000
const tries = 2
/** What failed for many at once is not sent again by all of them in one moment. */
const pauseMs = 500
/** The longest that a code is on its way: who asked for it must still be listening then (the web waits 30 seconds). */
export const longestSendMs = tries * waitMs + pauseMs

/** What proves to the webhook that a body is ours and new: HMAC-SHA256 over `timestamp.body`, as `v1=` and hex. */
export function signBody({ secret, timestamp, body }: { secret: string; timestamp: string; body: string }): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}

/** Hands a code to the operator's webhook; resolves when it answered with success, after one more try; rejects otherwise. */
export async function sendByWebhook({ url, secret }: SmsWebhook, sent: SentCode, now: () => Date): Promise<void> {
  const { id, expiresAt, ...rest } = sent
  const body = JSON.stringify({ id: String(id), ...rest, expiresAt: expiresAt.toISOString() })
  for (let attempt = 1; ; attempt += 1) {
    const timestamp = String(Math.floor(now().getTime() / 1000))
    try {
      const reply = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          'x-trainhall-id': String(id),
          'x-trainhall-timestamp': timestamp,
          'x-trainhall-signature': signBody({ secret, timestamp, body }),
        },
        body,
        signal: AbortSignal.timeout(waitMs),
      })
      await reply.body?.cancel()
      if (reply.ok) return
      throw new Error(`the webhook answered ${reply.status}`)
    } catch (fault) {
      if (attempt >= tries) throw fault
      await pause(pauseMs * (0.5 + Math.random() / 2))
    }
  }
}
