import 'server-only'
import sharp, { type Metadata } from 'sharp'
import type { Crop } from '@/lib/domain/account'
import { isDecodable, PICTURE_MAX_PIXELS, pictureKind } from '@/lib/domain/account'
import { inTurn } from './drawing-turns'

const AVATAR_SIDE = 512
/** Of a picture that has to be held whole: 25 megapixels of four colours. While it is drawn it takes up to three times as much. */
const MOST_HELD_BYTES = 100_000_000

export type AvatarFault = 'kind' | 'dimensions' | 'broken'
export type DrawnAvatar = { content: Buffer; type: 'image/jpeg' | 'image/png' }

/**
 * The chosen square of a JPEG or PNG, drawn anew at 512 a side and upright; nothing else of the file is kept. Without a choice, or with
 * one that lies outside, it is the middle. A fault says why there is no picture: its kind (whatever its name says), its size, its bytes.
 */
export function drawAvatar(content: Buffer, crop: Crop | null): Promise<DrawnAvatar | { fault: AvatarFault }> {
  const kind = pictureKind(content)
  if (!kind) return Promise.resolve({ fault: 'kind' })
  return inTurn(async () => {
    try {
      const told = await sharp(content, { limitInputPixels: false }).metadata()
      if (told.format !== kind) return { fault: 'kind' }
      if (!isDecodable(told) || heldBytes(told) > MOST_HELD_BYTES) return { fault: 'dimensions' }
      const upright = sharp(content, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'error' }).autoOrient()
      const square = upright.extract(squareWithin(told.autoOrient, crop)).resize(AVATAR_SIDE, AVATAR_SIDE)
      return kind === 'png' ? { content: await square.png({ compressionLevel: 9 }).toBuffer(), type: 'image/png' } : { content: await square.jpeg({ quality: 90 }).toBuffer(), type: 'image/jpeg' }
    } catch {
      return { fault: 'broken' }
    }
  })
}

/** What must be held of a picture to draw it: all of it where its first line is whole with the last one only, or where it is to be turned; else a few lines at a time. */
function heldBytes({ width, height, channels, depth, isProgressive, orientation = 1 }: Metadata): number {
  return isProgressive || orientation > 1 ? width * height * channels * (depth === 'uchar' ? 1 : 2) : 0
}

function squareWithin({ width, height }: { width: number; height: number }, crop: Crop | null) {
  const shorter = Math.min(width, height)
  const inside = crop && crop.x + crop.size <= width + 1 && crop.y + crop.size <= height + 1
  if (!inside) return { left: Math.floor((width - shorter) / 2), top: Math.floor((height - shorter) / 2), width: shorter, height: shorter }
  const side = Math.max(1, Math.min(crop.size, width - crop.x, height - crop.y))
  return { left: crop.x, top: crop.y, width: side, height: side }
}
