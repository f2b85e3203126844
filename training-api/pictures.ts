import sharp from 'sharp'
import type { Metadata } from 'sharp'
import { pictureType } from './rules/uploads.ts'

const longestSide = 12_000
const mostPixels = 64_000_000
/** Of a picture that has to be held whole: 25 megapixels of four colours. While it is made smaller it takes up to twice as much. */
const mostHeldBytes = 100_000_000
const keptSide = 1024

/** A picture made anew, upright, at most 1024 wide and high, with nothing left of what the file carried beside it. */
export type Picture = { content: Buffer; contentType: 'image/jpeg' | 'image/png' }

/** The picture in these bytes; undefined when they cannot be decoded, have more than 12,000 pixels a side or 64 million in all, or would have to be held whole and are too much for that. */
export async function redrawPicture(content: Buffer): Promise<Picture | undefined> {
  const contentType = pictureType(content)
  if (!contentType) return undefined
  try {
    const given = sharp(content, { limitInputPixels: mostPixels, failOn: 'error' })
    const told = await given.metadata()
    if (told.format !== (contentType === 'image/png' ? 'png' : 'jpeg') || Math.max(told.width, told.height) > longestSide || heldBytes(told) > mostHeldBytes) return undefined
    const upright = given.autoOrient().resize({ width: keptSide, height: keptSide, fit: 'inside', withoutEnlargement: true })
    const drawn = contentType === 'image/png' ? upright.png({ compressionLevel: 9 }) : upright.jpeg({ quality: 88, mozjpeg: true })
    return { content: await drawn.toBuffer(), contentType }
  } catch {
    return undefined
  }
}

/** What must be held of a picture to make it smaller: all of it where its first line is whole with the last one only; else a few lines at a time. */
function heldBytes({ width, height, channels, depth, isProgressive }: Metadata): number {
  return isProgressive ? width * height * channels * (depth === 'uchar' ? 1 : 2) : 0
}
