/** A logo is drawn from so much text at most. */
const MOST_TEXT = 64 * 1024
const MOST_ELEMENTS = 3_000
const MOST_USES = 20
const MOST_CUT = 100
const MOST_SHEETS = 3
const MOST_SELECTORS = 500
/** Letters to be drawn: a line of many thousand takes seconds. */
const MOST_LETTERS = 1_000

/** What draws a thing many times over, works on areas of its own, or brings in something else. */
const REFUSED = /^(?:filter|fe[A-Z]\w*|mask|pattern|image|foreignObject|marker|include|fallback|link|tref|textPath|script)$/
const SHAPES = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'])
/** The same in properties and sheets: filters, dashes (millions of them on one line), sheets and pictures of elsewhere, escapes and names of one's own that would hide them. Blanks stand behind a quote only: two runs of them side by side would be tried in every division. */
const REFUSED_WORDS = /\bfilter\b(?!\s*[:=]\s*(?:["']\s*)?none\b)|stroke-dasharray(?!\s*[:=]\s*(?:["']\s*)?(?:none|0)\s*[;"'}])|@import|\\|url\((?!\s*(?:["']|&quot;|&apos;)?#)|<!(?:ENTITY|ATTLIST|ELEMENT|NOTATION)/i

const ATTRIBUTE = `[ \\t\\r\\n]+([^\\s"'<>/=]+)[ \\t\\r\\n]*=[ \\t\\r\\n]*(?:"([^"<]*)"|'([^'<]*)')`
const TOKEN = new RegExp([
  '<!--[^]*?-->', '<!\\[CDATA\\[([^]*?)\\]\\]>', '<\\?(?!xml-stylesheet)[^]*?\\?>', '<!DOCTYPE[^\\[\\]<>]*>', '</[^\\s<>/]+[ \\t\\r\\n]*>',
  `<([^\\s"'<>/=!?]+)((?:${ATTRIBUTE.replaceAll(/\((?!\?)/g, '(?:')})*)[ \\t\\r\\n]*(/?)>`, '([^<]+)',
].join('|'), 'y')

type Tag = { name: string; attributes: [name: string, value: string][]; inClip: boolean; length: number }

const localOf = (name: string) => name.slice(name.indexOf(':') + 1)

/** A text with its letters instead of their numbers, so that a word is found however it is written. */
function spelledOut(text: string): string {
  return text.replaceAll(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex: string | undefined, digits: string | undefined) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(digits)
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
  }).replaceAll('&quot;', '"').replaceAll('&apos;', "'")
}

/** The elements of a document with their attributes, and the texts of its sheets; null where it is more than we read, or not in its form. */
function readTags(text: string): { tags: Tag[]; sheets: string[] } | null {
  const tags: Tag[] = []
  const sheets: string[] = []
  const open: string[] = []
  let letters = 0
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)
    if (!token || tags.length > MOST_ELEMENTS || letters > MOST_LETTERS) return null
    const [whole, data, name, rest = '', isEmpty, words] = token
    if (whole.startsWith('</')) open.pop()
    if (open.includes('text')) letters += (data ?? words ?? '').length
    // What comments cut apart is one sheet again.
    if (open.at(-1) === 'style') sheets.push((sheets.pop() ?? '') + (data ?? spelledOut(words ?? '')))
    if (!name) continue
    const attributes = [...rest.matchAll(new RegExp(ATTRIBUTE, 'g'))].map(([, key = '', one, other]): [string, string] => [localOf(key), spelledOut(one ?? other ?? '')])
    tags.push({ name: localOf(name), attributes, inClip: open.includes('clipPath'), length: whole.length })
    if (localOf(name) === 'style') sheets.push('')
    if (!isEmpty) open.push(localOf(name))
  }
  return { tags, sheets }
}

/**
 * The classes by which a sheet gives a `clip-path`; null where it gives one by anything else, has selectors that look around in the
 * document (a few hundred of them take minutes), or is written so that we might misread it.
 */
function clippingClasses(sheet: string): string[] | null {
  const bare = sheet.replaceAll(/"[^"{}\n]*"|'[^'{}\n]*'/g, '')
  if (/["'[\]@<>]|\/\*/.test(bare)) return null
  const rules = bare.split('}').map((rule) => rule.split('{'))
  const selectors = rules.slice(0, -1).map(([selector = '']) => selector.split(',').map((one) => one.trim()))
  const isRead = rules.every((rule, index) => rule.length === (index < rules.length - 1 ? 2 : 1) && rule.join('').split('(').length === rule.join('').split(')').length) && rules.at(-1)?.join('').trim() === ''
  if (!isRead || selectors.flat().length > MOST_SELECTORS || !selectors.flat().every((one) => /^[\w.#*-]+$/.test(one))) return null
  const clipping = selectors.filter((_, index) => /clip-path/i.test(rules[index]?.[1] ?? '')).flat()
  return clipping.every((one) => /^\.[\w-]+$/.test(one)) ? clipping.map((one) => one.slice(1)) : null
}

/**
 * Whether a picture in SVG takes about as long to draw as it is long: shapes, gradients, words, sheets of its own. A thousand characters
 * can else mean hours of work in a thread that nothing ends. Shapes may be used again (`use`), and cut out (`clipPath`), one level deep:
 * what is used is a shape, and what cuts is not cut itself, so that nothing multiplies.
 */
export function isPlainSvg(text: string): boolean {
  // Other encodings could hide everything that is looked for here; those named are the same where our words are spelled.
  if (text.length > MOST_TEXT || /^\s*<\?xml[^>]*\sencoding\s*=\s*["'](?!(?:utf-?8|iso-8859-1|us-ascii)["'])/i.test(text) || [text, spelledOut(text)].some((one) => REFUSED_WORDS.test(one))) return false
  const read = readTags(text)
  if (read?.tags[0]?.name !== 'svg' || read.sheets.length > MOST_SHEETS || read.sheets.some((sheet) => REFUSED_WORDS.test(sheet))) return false
  const given = read.sheets.map(clippingClasses)
  if (given.includes(null)) return false
  const classes = new Set(given.flatMap((one) => one ?? []))
  const isCut = ({ attributes }: Tag) => attributes.some(([name, value]) => name === 'clip-path' || (name === 'style' && /clip-path/i.test(value)) || (name === 'class' && value.split(/\s+/).some((one) => classes.has(one))))
  const named = Map.groupBy(read.tags, ({ attributes }) => attributes.find(([name]) => name === 'id')?.[1] ?? '')
  const shapesOf = (id: string) => named.get(id) ?? []
  const links = ({ attributes }: Tag) => attributes.filter(([name]) => name === 'href').map(([, value]) => value)
  const uses = read.tags.filter(({ name }) => name === 'use')
  const isUsable = (id: string) => id !== '' && shapesOf(id).length > 0 && shapesOf(id).every((tag) => SHAPES.has(tag.name) && !isCut(tag))
  const drawnAgain = uses.flatMap(links).flatMap((link) => shapesOf(link.slice(1))).reduce((sum, { length }) => sum + length, 0)
  return uses.length <= MOST_USES && read.tags.filter(isCut).length <= MOST_CUT && drawnAgain <= MOST_TEXT
    && uses.every((tag) => links(tag).every((link) => isUsable(link.slice(1))))
    && read.tags.every((tag) => !REFUSED.test(tag.name) && !(tag.inClip && isCut(tag)) && (tag.name === 'a' || links(tag).every((link) => link.startsWith('#'))))
}
