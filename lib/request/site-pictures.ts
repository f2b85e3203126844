import 'server-only'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { BoundedMap } from '@/lib/domain/bounded-map'
import { tenantTokens } from '@/lib/domain/tenant-colour'
import type { Tenant } from '@/lib/domain/tenant'
import { inTurn } from './drawing-turns'
import { pictureOf } from './picture'

/** A picture for a tenant's domain; `standsIn` when the tenant's own logo could not be had and the product's is on it. */
export type SitePicture = { bytes: Buffer; standsIn: boolean }

/** Of some tenants with logos like photographs, of hundreds with others: six pictures each. What was asked for longest ago goes. */
const MOST_BYTES = 32 * 1024 * 1024
const kept = new BoundedMap<{ drawn: Promise<SitePicture>; bytes: number }>({ most: 10_000, characters: MOST_BYTES, lengthOf: ({ bytes }, key) => bytes + key.length })
/** So long the product's logo stands in for one that could not be had, and what cannot be drawn is not tried again; it is kept at all so that many who ask wait only once. */
export const STAND_IN_SECONDS = 60
const font = path.join(process.cwd(), 'node_modules', '@expo-google-fonts', 'noto-sans-sc', '600SemiBold', 'NotoSansSC_600SemiBold.ttf')

/** A picture drawn once for each record of a tenant; a failure and what stands in are kept for a while. */
function once(key: string, draw: () => Promise<SitePicture>): Promise<SitePicture> {
  const known = kept.get(key)
  if (known) {
    kept.set(key, known)
    return known.drawn
  }
  const drawn = draw()
  kept.set(key, { drawn, bytes: 0 })
  const isKept = () => kept.get(key)?.drawn === drawn
  const forgetLater = () => setTimeout(() => isKept() && kept.delete(key), STAND_IN_SECONDS * 1000).unref()
  drawn.then(({ bytes, standsIn }) => {
    if (isKept()) kept.set(key, { drawn, bytes: bytes.length })
    if (standsIn) forgetLater()
  }, forgetLater)
  return drawn
}

const recordOf = ({ id, title, logoUrl, colour }: Tenant) => JSON.stringify([id, title, logoUrl, colour])

async function logoOf({ id, logoUrl }: Tenant, side: number): Promise<SitePicture> {
  const drawn = await pictureOf(id, logoUrl, side)
  if (drawn) return { bytes: drawn, standsIn: false }
  const bytes = await inTurn(async () => sharp(await readFile(path.join(process.cwd(), 'public', 'art', 'logo.svg')), { density: 600 }).resize(side, side, { fit: 'inside' }).png().toBuffer())
  return { bytes, standsIn: Boolean(logoUrl) }
}

/** The tenant's logo as a square PNG of so many pixels; `inset` leaves a share of each side free, on a ground of the tenant's colour. */
export function iconOf(tenant: Tenant, side: number, inset = 0): Promise<SitePicture> {
  return once(`icon ${side} ${inset} ${recordOf(tenant)}`, async () => {
    const ground = inset > 0 ? (tenantTokens(tenant.colour)['--light-brand'] ?? '#fff') : { r: 255, g: 255, b: 255, alpha: 0 }
    const logo = await logoOf(tenant, Math.round(side * (1 - 2 * inset)))
    const bytes = await inTurn(() => sharp({ create: { width: side, height: side, channels: 4, background: ground } }).composite([{ input: logo.bytes, gravity: 'centre' }]).png({ compressionLevel: 9 }).toBuffer())
    return { bytes, standsIn: logo.standsIn }
  })
}

/** More letters of a name would be too small to be read, and take long to be laid out. */
const MOST_LETTERS = 60

/** The card that is shown where a page is shared, 1200 by 630: logo and name on the tenant's colour. */
export function cardOf(tenant: Tenant): Promise<SitePicture> {
  return once(`card ${recordOf(tenant)}`, async () => {
    const tokens = tenantTokens(tenant.colour)
    const logo = await logoOf(tenant, 168)
    const bytes = await inTurn(() => drawnCard(logo.bytes, tenant.title, tokens['--light-brand'] ?? '#fff'))
    return { bytes, standsIn: logo.standsIn }
  })
}

async function drawnCard(logo: Buffer, name: string, ground: string): Promise<Buffer> {
  const plate = await sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><rect width="240" height="240" rx="48" fill="#fff"/></svg>')).composite([{ input: logo, gravity: 'centre' }]).png().toBuffer()
  const words = [...name].slice(0, MOST_LETTERS).join('').replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  const title = await sharp({ text: { text: `<span foreground="#ffffff">${words}</span>`, font: 'Noto Sans SC 600', fontfile: font, width: 1000, height: 160, align: 'centre', rgba: true } }).png().toBuffer()
  const { width = 0, height = 0 } = await sharp(title).metadata()
  return sharp({ create: { width: 1200, height: 630, channels: 3, background: ground } })
    .composite([{ input: plate, left: 480, top: 110 }, { input: title, left: Math.round((1200 - width) / 2), top: Math.round(450 - height / 2) }])
    .png({ compressionLevel: 9, palette: true }).toBuffer()
}
