import sharp from 'sharp'
import { pictureType } from './rules/uploads.ts'

const longestSide = 12_000
const mostPixels = 64_000_000
const keptSide = 1024

/** A picture made anew, upright, at most 1024 wide and high, with nothing left of what the file carried beside it. */
export type Picture = { content: Buffer; contentType: 'image/jpeg' | 'image/png' }

/** The picture in these bytes; undefined when they cannot be decoded, or have more than 12,000 pixels a side or 64 million in all. */
export async function redrawPicture(content: Buffer): Promise<Picture | undefined> {
  const contentType = pictureType(content)
  if (!contentType) return undefined
  try {
    const given = sharp(content, { limitInputPixels: mostPixels, failOn: 'error' })
    const { format, width, height } = await given.metadata()
    if (format !== (contentType === 'image/png' ? 'png' : 'jpeg') || Math.max(width, height) > longestSide) return undefined
    const upright = given.autoOrient().resize({ width: keptSide, height: keptSide, fit: 'inside', withoutEnlargement: true })
    const drawn = contentType === 'image/png' ? upright.png({ compressionLevel: 9 }) : upright.jpeg({ quality: 88, mozjpeg: true })
    return { content: await drawn.toBuffer(), contentType }
  } catch {
    return undefined
  }
}
