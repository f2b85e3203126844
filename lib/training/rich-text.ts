import 'server-only'
import DOMPurify from 'isomorphic-dompurify'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { keepBounded } from '@/lib/domain/bounded-map'
import type { SafeHtml } from '@/lib/domain/rich-text'
import { safeHref } from '@/lib/domain/links'
import { wireFile } from './files'

const allowed = {
  ALLOWED_TAGS: ['p', 'br', 'hr', 'b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'mark', 'small', 'span', 'div', 'blockquote', 'pre', 'code', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6',
    'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'a', 'img', 'figure', 'figcaption',
    'math', 'mrow', 'mi', 'mo', 'mn', 'msup', 'msub', 'msubsup', 'mfrac', 'msqrt', 'mroot', 'mtext', 'mover', 'munder', 'mtable', 'mtr', 'mtd', 'mspace'],
  ALLOWED_ATTR: ['href', 'src', 'alt', 'title', 'width', 'height', 'colspan', 'rowspan', 'scope', 'lang', 'dir', 'start', 'type'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  SANITIZE_NAMED_PROPS: true,
}

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'A') {
    const href = safeHref(node.getAttribute('href'))
    if (!href) node.removeAttribute('href')
    else {
      node.setAttribute('href', href)
      if (!href.startsWith('/')) {
        node.setAttribute('rel', 'noopener noreferrer')
        node.setAttribute('target', '_blank')
      }
    }
  }
  if (node.nodeName === 'IMG') {
    const src = wireFile.parse(node.getAttribute('src'))
    if (!src) return node.remove()
    node.setAttribute('src', src)
    node.setAttribute('loading', 'lazy')
    if (!node.hasAttribute('alt')) node.setAttribute('alt', '')
  }
  // The page has its own h1; the headings of a text start below it.
  return undefined
})

const MAX_KEPT = 2_000
const kept = new Map<string, SafeHtml>()

/** HTML of the platform without anything that could act: the only maker of `SafeHtml`. The same text is cleaned once. */
export function cleanHtml(html: string): SafeHtml {
  const key = createHash('sha256').update(html).digest('base64')
  const known = kept.get(key)
  if (known !== undefined) return known
  const lowered = DOMPurify.sanitize(html, allowed).replace(/<(\/?)h([1-6])(?=[\s>])/g, (_, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) + 1)}`)
  keepBounded(kept, key, lowered as SafeHtml, MAX_KEPT)
  return lowered as SafeHtml
}

/** Rich text of the wire, cleaned; null when empty. */
export const wireHtml = z.string().nullish().transform((value) => (value ? cleanHtml(value) : null))
