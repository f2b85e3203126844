import type { PDFPageProxy, PDFDocumentProxy } from 'pdfjs-dist'

/** A picture of a page, pixel by pixel: red, green, blue and opacity of each. */
export type PagePicture = { width: number; height: number; data: Uint8ClampedArray }

/** A page of a PDF as it is seen, so many pixels to a point. */
export async function pictureOfPage(document: PDFDocumentProxy, page: PDFPageProxy, scale: number): Promise<PagePicture> {
  const viewport = page.getViewport({ scale })
  const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)]
  const { canvas, context } = (document.canvasFactory as { create: (width: number, height: number) => { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } }).create(width, height)
  await page.render({ canvas, viewport }).promise
  return { width, height, data: context.getImageData(0, 0, width, height).data }
}
