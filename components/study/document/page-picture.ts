import type { PageViewport, PDFPageProxy } from 'pdfjs-dist'
import { pixelRatio, type PageSize } from '@/components/study/document/page-layout'

const PIXELS_ON_PHONES = 5_242_880
const PIXELS_ON_DESKS = 16_777_216

/** Width and height of a page in points, at least 1. */
export function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 })
  return { width: Math.max(1, width), height: Math.max(1, height) }
}

/** The picture of a page, as sharp as the screen and its memory allow; null when nobody waits for it any more. Fails when it cannot be drawn. */
export async function drawPage(page: PDFPageProxy, viewport: PageViewport, signal: AbortSignal): Promise<HTMLCanvasElement | null> {
  const phone = window.matchMedia('(pointer: coarse)').matches
  const ratio = pixelRatio(sizeOf(page), viewport.scale, window.devicePixelRatio || 1, phone ? PIXELS_ON_PHONES : PIXELS_ON_DESKS)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width * ratio))
  canvas.height = Math.max(1, Math.floor(viewport.height * ratio))
  const painting = page.render({ canvas, viewport, transform: ratio === 1 ? undefined : [ratio, 0, 0, ratio, 0, 0] })
  const stop = () => painting.cancel()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await painting.promise
  } catch (error) {
    release(canvas)
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
  if (!signal.aborted) return canvas
  release(canvas)
  return null
}

/** Puts the picture of a page into its place instead of the one that was there. */
export function hang(canvas: HTMLCanvasElement, place: HTMLElement, page: number): void {
  for (const old of place.querySelectorAll('canvas')) release(old)
  place.replaceChildren(canvas)
  place.dataset.painted = String(page)
}

/** A canvas gives its memory back. */
export function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
}
