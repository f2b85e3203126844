import { create } from 'qrcode'

/** A QR code as an SVG path on a grid of `size` by `size` modules, without the quiet zone; its errors are corrected up to 15 %. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  let path = ''
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!data[y * size + x]) continue
      let run = 1
      while (x + run < size && data[y * size + x + run]) run += 1
      path += `M${x} ${y}h${run}v1h-${run}z`
      x += run
    }
  }
  return { size, path }
}
