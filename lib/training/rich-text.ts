import 'server-only'
import type { Element, ElementContent, Root, RootContent } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { sanitize, type Schema } from 'hast-util-sanitize'
import { toParse5 } from 'hast-util-to-parse5'
import { createHash } from 'node:crypto'
import { defaultTreeAdapter, parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5'
import { BoundedMap } from '@/lib/domain/bounded-map'
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
    'math', 'mrow', 'mi', 'mo', 'mn', 'msup', 'msub', 'msubsup', 'mfrac', 'msqrt', 'mroot', 'mtext', 'mover', 'munder', 'munderover', 'mmultiscripts', 'mprescripts', 'none', 'mphantom', 'menclose',
    // Taken out, these would leave their parents other numbers of children than a fraction or power has.
    'mstyle', 'mpadded', 'merror', 'mtable', 'mtr', 'mtd', 'mspace'],
  attributes: { a: ['href'], img: ['src'], '*': ['alt', 'title', 'width', 'height', 'colSpan', 'rowSpan', 'scope', 'lang', 'dir', 'start', 'type'], mfrac: ['linethickness'], menclose: ['notation'] },
  protocols: { href: ['http', 'https'], src: ['http', 'https', 'data'] },
  // Gone with what is in them; of everything else that is not allowed the content stays.
  strip: ['script', 'style', 'svg', 'iframe', 'noscript', 'noembed', 'noframes', 'template', 'head', 'title', 'audio', 'video', 'xmp', 'plaintext', 'annotation', 'annotation-xml'],
}

type Address = typeof wireFile

/** A picture that was pasted into a text stands in it itself; none that could be a document, as SVG is. Megabytes are looked at once. */
function isPasted(src: string): boolean {
  const head = /^data:image\/(?:png|jpe?g|gif|webp);base64,/.exec(src)?.[0]
  return head !== undefined && !/[^A-Za-z0-9+/=\s]/.test(src.slice(head.length))
}

/** What opens beside the page, which stays as it is, and without our window in hand. */
const apart = { rel: ['noopener', 'noreferrer'], target: '_blank' }

/** Where a link of a text leads: to a file of the platform through our door, as its pictures, else where it says if that is safe. */
function linkOf(href: string | null, address: Address): { href?: string; rel?: string[]; target?: string } {
  const file = address.parse(href)
  const safe = file ?? safeHref(href)
  if (!safe) return { href: undefined }
  return file || !safe.startsWith('/') ? { href: safe, ...apart } : { href: safe }
}

/** An element as a page of ours has it; null for a picture that is none of ours. */
function fitted(element: Element, address: Address): Element | null {
  const { tagName, properties } = element
  // The page has its own h1; the headings of a text start below it.
  const heading = /^h([1-6])$/.exec(tagName)
  if (heading) return { ...element, tagName: `h${Math.min(6, Number(heading[1]) + 1)}` }
  if (tagName === 'a') return { ...element, properties: { ...properties, ...linkOf(textOf(properties.href), address) } }
  if (tagName !== 'img') return element
  const given = textOf(properties.src)
  const src = given && isPasted(given) ? given : address.parse(given)
  return src ? { ...element, properties: { ...properties, src, loading: 'lazy', alt: textOf(properties.alt) ?? '' } } : null
}

const textOf = (value: Element['properties'][string]) => (typeof value === 'string' ? value : null)

function fittedAll(nodes: (RootContent | ElementContent)[], address: Address): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'doctype') return []
    if (node.type !== 'element') return [node]
    const element = fitted(node, address)
    return element ? [{ ...element, children: fittedAll(element.children, address) }] : []
  })
}

/** More than any author writes. What is read of a short text can be far longer than it, and each element is looked for among all that it stands in. */
const [MOST_ELEMENTS, MOST_DEPTH] = [20_000, 500]
/** Formatting that is left open begins anew in each paragraph with all its attributes. What an author forgets to close makes as many elements as these above the characters of the text, and as many characters of attributes. */
const [ELEMENTS_OVER, ATTRIBUTES_OVER] = [200, 50_000]

type Attributes = DefaultTreeAdapterTypes.Element['attrs']
/** As many characters as attributes take where they are written at their shortest. */
const lengthOf = (attributes: Attributes) => attributes.reduce((sum, { name, value }) => sum + name.length + value.length + 1, 0)

/** Reads HTML as a browser does. Throws a RangeError where that makes more elements, deeper ones, or more attributes than there is room for. */
function treeOf(html: string): Root {
  let [elements, depth, attributes] = [0, 0, 0]
  const mostElements = Math.min(MOST_ELEMENTS, ELEMENTS_OVER + html.length)
  const bound = (count: number, most: number) => {
    if (count > most) throw new RangeError('more elements than a text may have')
  }
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement: (...made) => {
      bound((elements += 1), mostElements)
      bound((attributes += lengthOf(made[2])), ATTRIBUTES_OVER + html.length)
      return defaultTreeAdapter.createElement(...made)
    },
    onItemPush: () => bound((depth += 1), MOST_DEPTH),
    onItemPop: () => void (depth -= 1),
  }
  return fromParse5(parseFragment(html, { scriptingEnabled: false, treeAdapter })) as Root
}

function clean(html: string, address: Address): SafeHtml {
  try {
    return cleanTree(html, address)
  } catch (fault) {
    // No author's: the words alone.
    if (fault instanceof RangeError) return html.replace(/<[^<>]*>/g, ' ').replace(/&/g, '&amp;').replace(/</g, '&lt;') as SafeHtml
    throw fault
  }
}

function cleanTree(html: string, address: Address): SafeHtml {
  const tree = sanitize(treeOf(html), allowed)
  const children = 'children' in tree ? fittedAll(tree.children, address) : []
  return serialize(toParse5({ type: 'root', children }) as DefaultTreeAdapterTypes.ParentNode) as SafeHtml
}

/** A text of a page or a question has some thousand characters; a few that have a million each must not push all others out, or fill the memory. */
const kept = new BoundedMap<SafeHtml>({ most: 2_000, characters: 32_000_000, longest: 200_000, lengthOf: (text, key) => key.length + text.length })
/** With pasted pictures in it a longer text is not remembered: thousands of such would fill the memory, and pictures are cleaned quickly. */
const MOST_KEPT_PICTURES = 16_000
/** Longer texts are remembered by their hash, so that what is remembered stays small. */
const LONG = 500
/** Nothing in it that a cleaner would write in another way: most questions and options are such, bare or as paragraphs. */
const plain = /^[^<>&\0\r\u00a0]*$/
const plainParagraphs = /^(?:<p>[^<>&\0\r\u00a0]*<\/p>\n?)+$/
/** A longer one could have more paragraphs than a text may have elements. */
const MOST_PLAIN = 20_000
const isClean = (html: string): boolean => plain.test(html) || (html.length <= MOST_PLAIN && plainParagraphs.test(html))

/** HTML of the platform without anything that could act: the only maker of `SafeHtml`. The same text is cleaned once. A `public` one is for anybody, and so are its pictures and the files it links to. */
export function cleanHtml(html: string, audience: 'learners' | 'public' = 'learners'): SafeHtml {
  if (isClean(html)) return html as SafeHtml
  const key = `${audience} ${html.length > LONG ? createHash('sha256').update(html).digest('base64') : html}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const safe = clean(html, audience === 'public' ? wirePublicFile : wireFile)
  if (safe.length <= MOST_KEPT_PICTURES || !safe.includes(' src="data:')) kept.set(key, safe)
  return safe
}

/** A cleaned text as a platform that keeps it must have it: pictures and files under its own paths, links as they were, headings as high. */
export function htmlOnWire(html: string): string {
  return html
    .replace(/ (src|href)="\/api\/(?:public\/)?files(?=\/)/g, ' $1="')
    .replace(/ rel="noopener noreferrer" target="_blank"/g, '')
    .replace(/(<\/?h)([2-6])(?=[ >])/g, (_, start: string, level: string) => `${start}${Number(level) - 1}`)
}

/** Rich text of the wire, cleaned; null when empty. */
export const wireHtml = wireTextMaybe.transform((value) => (value === null ? null : cleanHtml(value)))
