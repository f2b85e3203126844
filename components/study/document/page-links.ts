import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { safeHref } from '@/lib/domain/links'

/** A link on a page: its box in percent of the page, and where it leads. */
export type PageLink = { left: number; top: number; width: number; height: number; href: string | null; page: number | null }

type Annotation = { subtype?: string; rect?: number[]; url?: string; dest?: string | unknown[] | null }
const MAX_LINKS = 200

/** The links of a page that are safe to follow. */
export async function pageLinks(page: PDFPageProxy, pdf: PDFDocumentProxy | null): Promise<PageLink[]> {
  const annotations = (await page.getAnnotations({ intent: 'display' })) as Annotation[]
  const viewport = page.getViewport({ scale: 1 })
  const links = await Promise.all(
    annotations.slice(0, MAX_LINKS).map(async ({ subtype, rect, url, dest }): Promise<PageLink | null> => {
      if (subtype !== 'Link' || rect?.length !== 4) return null
      const href = url ? safeHref(url) : null
      const target = !href && dest && pdf ? await pageOf(pdf, dest) : null
      if ((!href || href.startsWith('/')) && target === null) return null
      const [x1, y1] = viewport.convertToViewportPoint(rect[0]!, rect[1]!) as [number, number]
      const [x2, y2] = viewport.convertToViewportPoint(rect[2]!, rect[3]!) as [number, number]
      const share = (value: number, whole: number) => (value / whole) * 100
      return {
        href: target === null ? href : null, page: target,
        left: share(Math.min(x1, x2), viewport.width), top: share(Math.min(y1, y2), viewport.height),
        width: share(Math.abs(x2 - x1), viewport.width), height: share(Math.abs(y2 - y1), viewport.height),
      }
    }),
  )
  return links.filter((link) => link !== null)
}

async function pageOf(pdf: PDFDocumentProxy, dest: string | unknown[]): Promise<number | null> {
  const parts = typeof dest === 'string' ? await pdf.getDestination(dest) : dest
  const target: unknown = parts?.[0]
  if (typeof target === 'number') return target + 1
  return target && typeof target === 'object' ? (await pdf.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0])) + 1 : null
}
