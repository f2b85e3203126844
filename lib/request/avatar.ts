import 'server-only'
import sharp from 'sharp'
import type { Crop } from '@/lib/domain/account'
import { isDecodable, PICTURE_MAX_PIXELS, pictureKind } from '@/lib/domain/account'
import { inTurn } from './drawing-turns'

const AVATAR_SIDE = 512

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
      const { format, width, height, autoOrient } = await sharp(content, { limitInputPixels: false }).metadata()
      if (format !== kind) return { fault: 'kind' }
      if (!isDecodable({ width, height })) return { fault: 'dimensions' }
      const upright = sharp(content, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'error' }).autoOrient()
      const square = upright.extract(squareWithin(autoOrient, crop)).resize(AVATAR_SIDE, AVATAR_SIDE)
      return kind === 'png' ? { content: await square.png({ compressionLevel: 9 }).toBuffer(), type: 'image/png' } : { content: await square.jpeg({ quality: 90 }).toBuffer(), type: 'image/jpeg' }
    } catch {
      return { fault: 'broken' }
    }
  })
}

function squareWithin({ width, height }: { width: number; height: number }, crop: Crop | null) {
  const shorter = Math.min(width, height)
  const inside = crop && crop.x + crop.size <= width + 1 && crop.y + crop.size <= height + 1
  if (!inside) return { left: Math.floor((width - shorter) / 2), top: Math.floor((height - shorter) / 2), width: shorter, height: shorter }
  const side = Math.max(1, Math.min(crop.size, width - crop.x, height - crop.y))
  return { left: crop.x, top: crop.y, width: side, height: side }
}
