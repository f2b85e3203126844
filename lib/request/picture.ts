import 'server-only'
import sharp from 'sharp'
import { pictureKind } from '@/lib/domain/account'
import { BoundedMap } from '@/lib/domain/bounded-map'
import { defaultLocale } from '@/lib/domain/locale'
import { isPlainSvg } from '@/lib/domain/plain-svg'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { headersOf } from '@/lib/training/client'
import { elsewhere } from '@/lib/training/files'
import { inTurn } from './drawing-turns'
import { shortBody } from './short-body'

const OPEN = '/api/public/files'
const MOST_BYTES = 2 * 1024 * 1024
const MOST_PIXELS = 40_000_000

/** A picture is kept for so long: a platform that is slow for a moment takes no logo from a certificate. */
const KEPT_MS = 10 * 60_000
/** What cannot be drawn is not tried again for so long. */
const REFUSED_MS = 60_000
const MOST_KEPT_BYTES = 16 * 1024 * 1024
const kept = new BoundedMap<{ picture: Buffer | null; until: number }>({ most: 10_000, characters: MOST_KEPT_BYTES, lengthOf: ({ picture }, key) => (picture?.length ?? 0) + key.length })
const pending = new Map<string, Promise<Buffer | null>>()

/** Whether a picture is one of dots that browsers show, by its first bytes (JPEG, PNG, GIF, WebP, AVIF); everything else must be readable as SVG. */
const isOfDots = (bytes: Buffer) => pictureKind(bytes) !== null || /^(?:GIF8|RIFF[^]{4}WEBP|[^]{4}ftypavi[fs])/.test(bytes.toString('latin1', 0, 12))

type Place = { address: string; headers: Record<string, string> }

/**
 * Where a picture is fetched, and what is said there; the platform, which keeps files by tenant, is told whose it is. Addresses were looked
 * at when they were read, but here it is this server that asks, from within the operator's network: so the host is looked at once more.
 */
function placeOf(tenantId: string, url: string | null): Place | null {
  if (url?.startsWith(`${OPEN}/`)) return { address: env.UPSTREAM_BASE_URL + url.slice(OPEN.length), headers: headersOf({ tenantId, locale: defaultLocale }) }
  const told = url && /^https?:/.test(url) ? URL.parse(url) : null
  const address = told && elsewhere(told)
  return address ? { address, headers: {} } : null
}

/** A picture of a tenant's that anybody may see (a logo) as PNG, `side` pixels at most; null when there is none or it is no picture. */
export async function pictureOf(tenantId: string, url: string | null, side: number): Promise<Buffer | null> {
  const place = placeOf(tenantId, url)
  if (!place) return null
  const key = `${tenantId} ${side} ${place.address}`
  const known = kept.get(key)
  if (known && known.until > performance.now()) {
    // Of too many those go that were asked for longest ago.
    kept.set(key, known)
    return known.picture
  }
  const asked = pending.get(key) ?? anew(key, place, side).finally(() => pending.delete(key))
  pending.set(key, asked)
  return asked
}

/** A picture fetched, once more where that fails, and drawn; as it was where that is all there is. */
async function anew(key: string, place: Place, side: number): Promise<Buffer | null> {
  const bytes = (await bytesAt(place)) ?? (await bytesAt(place))
  const picture = (bytes && (await draw(bytes, side))) ?? kept.get(key)?.picture ?? null
  kept.delete(key)
  // A platform that is away may be back at once; what was there and is no picture stays none.
  if (picture || bytes) kept.set(key, { picture, until: performance.now() + (picture ? KEPT_MS : REFUSED_MS) })
  return picture
}

async function bytesAt({ address, headers }: Place): Promise<Buffer | null> {
  try {
    const reply = await fetch(address, { headers, redirect: 'error', cache: 'no-store', signal: AbortSignal.timeout(5_000) })
    const bytes = reply.ok ? await shortBody(reply, MOST_BYTES) : null
    return bytes && Buffer.from(bytes)
  } catch (error) {
    log.warn({ error: String(error) }, 'a picture cannot be fetched')
    return null
  }
}

async function draw(bytes: Buffer, side: number): Promise<Buffer | null> {
  try {
    const isDotted = isOfDots(bytes)
    if (!isDotted && !isPlainSvg(new TextDecoder('utf-8', { fatal: true }).decode(bytes))) throw new Error('neither a picture of dots nor a plain SVG')
    return await inTurn(async () => {
      const density = isDotted ? USUAL_DENSITY : await densityFor(bytes, side)
      return sharp(bytes, { density, limitInputPixels: MOST_PIXELS }).resize(side, side, { fit: 'inside' }).png().toBuffer()
    })
  } catch (error) {
    log.warn({ error: String(error) }, 'a picture cannot be drawn')
    return null
  }
}

const USUAL_DENSITY = 72

/** Dots per inch at which an SVG comes out as large as it is wanted: drawn larger, each layer of it would take as much more memory. */
async function densityFor(bytes: Buffer, side: number): Promise<number> {
  const { width = 1, height = 1 } = await sharp(bytes, { density: USUAL_DENSITY }).metadata()
  return Math.min(100_000, Math.max(1, (USUAL_DENSITY * side) / Math.max(width, height, 1)))
}
