import 'server-only'
import sharp from 'sharp'
import { log } from '@/lib/log'
import { env } from '@/lib/env'

const OPEN = '/api/public/files'
const MOST_BYTES = 2 * 1024 * 1024
const MOST_PIXELS = 40_000_000

/** A picture of the platform that anybody may see (a logo) as PNG, `side` pixels at most; null when there is none or it is no picture. */
export async function pictureOf(url: string | null, side: number): Promise<Buffer | null> {
  const address = !url ? null : url.startsWith(`${OPEN}/`) ? env.UPSTREAM_BASE_URL + url.slice(OPEN.length) : /^https?:/.test(url) ? url : null
  if (!address) return null
  try {
    const reply = await fetch(address, { redirect: 'error', cache: 'no-store', signal: AbortSignal.timeout(5_000) })
    const bytes = reply.ok ? Buffer.from(await reply.arrayBuffer()) : null
    if (!bytes || bytes.length > MOST_BYTES) return null
    return await sharp(bytes, { density: 600, limitInputPixels: MOST_PIXELS }).resize(side, side, { fit: 'inside' }).png().toBuffer()
  } catch (error) {
    log.warn({ error: String(error) }, 'a picture cannot be drawn')
    return null
  }
}
