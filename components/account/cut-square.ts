type Area = { x: number; y: number; width: number; height: number }

/** What is cut keeps more than the server draws of it. */
const SIDE = 1024
const JPEG_QUALITY = 0.92

/** The chosen square of a picture that is too large for the server to draw from, cut by the browser; null where the browser cannot. */
export async function cutSquare(src: string, { x, y, width, height }: Area, type: string): Promise<Blob | null> {
  try {
    const picture = Object.assign(new Image(), { src })
    await picture.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE })
    const pen = canvas.getContext('2d')
    if (!pen) return null
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, x, y, width, height, 0, 0, SIDE, SIDE)
    return await new Promise((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY))
  } catch {
    return null
  }
}
