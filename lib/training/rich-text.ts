import 'server-only'
import type { Element, ElementContent, RootContent } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { sanitize, type Schema } from 'hast-util-sanitize'
import { toParse5 } from 'hast-util-to-parse5'
import { createHash } from 'node:crypto'
import { serialize, type DefaultTreeAdapterTypes } from 'parse5'
import { keepBounded } from '@/lib/domain/bounded-map'
import type { SafeHtml } from '@/lib/domain/rich-text'
import { safeHref } from '@/lib/domain/links'
import { wireFile, wirePublicFile } from './files'
import { wireTextMaybe } from './wire'

/**
 * What may be in a text. No element whose content a browser reads by rules of its own (style, title, textarea, svg …) is among them, so
 * that what is written here is read there as the same elements.
 */
const allowed: Schema = {
  tagNames: ['p', 'br', 'hr', 'b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'mark', 'small', 'span', 'div', 'blockquote', 'pre', 'code', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6',
    'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'a', 'img', 'figure', 'figcaption',
    'math', 'mrow', 'mi', 'mo', 'mn', 'msup', 'msub', 'msubsup', 'mfrac', 'msqrt', 'mroot', 'mtext', 'mover', 'munder', 'mtable', 'mtr', 'mtd', 'mspace'],
  attributes: { a: ['href'], img: ['src'], '*': ['alt', 'title', 'width', 'height', 'colSpan', 'rowSpan', 'scope', 'lang', 'dir', 'start', 'type'] },
  // Gone with what is in them; of everything else that is not allowed the content stays.
  strip: ['script', 'style', 'svg', 'iframe', 'noscript', 'noembed', 'noframes', 'template', 'head', 'title', 'audio', 'video', 'xmp', 'plaintext', 'annotation', 'annotation-xml'],
}

type Picture = typeof wireFile

/** An element as a page of ours has it; null for a picture that is none of ours. */
function fitted(element: Element, picture: Picture): Element | null {
  const { tagName, properties } = element
  // The page has its own h1; the headings of a text start below it.
  const heading = /^h([1-6])$/.exec(tagName)
  if (heading) return { ...element, tagName: `h${Math.min(6, Number(heading[1]) + 1)}` }
  if (tagName === 'a') {
    const href = safeHref(textOf(properties.href)) ?? undefined
    return { ...element, properties: { ...properties, href, ...(href && !href.startsWith('/') ? { rel: ['noopener', 'noreferrer'], target: '_blank' } : {}) } }
  }
  if (tagName !== 'img') return element
  const src = picture.parse(textOf(properties.src))
  return src ? { ...element, properties: { ...properties, src, loading: 'lazy', alt: textOf(properties.alt) ?? '' } } : null
}

const textOf = (value: Element['properties'][string]) => (typeof value === 'string' ? value : null)

function fittedAll(nodes: (RootContent | ElementContent)[], picture: Picture): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'doctype') return []
    if (node.type !== 'element') return [node]
    const element = fitted(node, picture)
    return element ? [{ ...element, children: fittedAll(element.children, picture) }] : []
  })
}

function clean(html: string, picture: Picture): SafeHtml {
  try {
    return cleanTree(html, picture)
  } catch (fault) {
    // Nested by the ten thousand, which no author does.
    if (fault instanceof RangeError) return html.replace(/<[^>]*>/g, ' ').replace(/&/g, '&amp;').replace(/</g, '&lt;') as SafeHtml
    throw fault
  }
}

function cleanTree(html: string, picture: Picture): SafeHtml {
  const tree = sanitize(fromHtml(html, { fragment: true }), allowed)
  const children = 'children' in tree ? fittedAll(tree.children, picture) : []
  return serialize(toParse5({ type: 'root', children }) as DefaultTreeAdapterTypes.ParentNode) as SafeHtml
}

const MAX_KEPT = 2_000
/** Longer texts are remembered by their hash, so that what is remembered stays small. */
const LONG = 500
const kept = new Map<string, SafeHtml>()
/** Nothing in it that a cleaner would write in another way: most questions and options are such. */
const plain = /^[^<>&\0\r\u00a0]*$/

/** HTML of the platform without anything that could act: the only maker of `SafeHtml`. The same text is cleaned once. A `public` one is for anybody, and so are its pictures. */
export function cleanHtml(html: string, audience: 'learners' | 'public' = 'learners'): SafeHtml {
  if (plain.test(html)) return html as SafeHtml
  const key = `${audience} ${html.length > LONG ? createHash('sha256').update(html).digest('base64') : html}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const safe = clean(html, audience === 'public' ? wirePublicFile : wireFile)
  keepBounded(kept, key, safe, MAX_KEPT)
  return safe
}

/** A cleaned text as a platform that keeps it must have it: pictures under its own paths, headings as high as they were. */
export function htmlOnWire(html: string): string {
  return html
    .replace(/ src="\/api\/(?:public\/)?files(?=\/)/g, ' src="')
    .replace(/(<\/?h)([2-6])(?=[ >])/g, (_, start: string, level: string) => `${start}${Number(level) - 1}`)
}

/** Rich text of the wire, cleaned; null when empty. */
export const wireHtml = wireTextMaybe.transform((value) => (value === null ? null : cleanHtml(value)))
