import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isPlainSvg } from '@/lib/domain/plain-svg'

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">${inside}</svg>`
const shape = '<path id="a" d="M0 0h9v9z"/>'

it.each(globSync(['public/art/logo.svg', 'training-api/media/logo/*.svg', 'training-api/media/avatar/*.svg', 'public/art/badge-*.svg']))('%s can be drawn', (file) => {
  expect(isPlainSvg(readFileSync(file, 'utf8'))).toBe(true)
})

it.each([
  ['a gradient', '<defs><linearGradient id="g"><stop offset="0" stop-color="#123"/></linearGradient></defs><rect width="9" height="9" fill="url(#g)"/>'],
  ['a sheet', '<style>.a{fill:#123;filter:none}</style><path class="a" d="M0 0h9"/>'],
  ['a shape used again, as drawing programs write it', `<defs>${shape}</defs><clipPath id="c"><use xlink:href="#a"/></clipPath><g clip-path="url(#c)"><use xlink:href='#a'/></g>`],
  ['a sheet with a font', `<style>\n  .a, .b { font-family: 'Noto Sans'; }\n</style><text class="a">x</text>`],
  ['no dashes', '<path stroke-dasharray="0" style="stroke-dasharray:none; fill: url(&quot;#g&quot;)" d="M0 0h9"/>'],
  ['a class that cuts', '<style><![CDATA[.cls-1{fill:none}.cls-2, .cls-3{clip-path:url(#c)}]]></style><clipPath id="c"><rect class="cls-1" width="9" height="9"/></clipPath><g class="cls-2"><path d="M0 0h9"/></g>'],
  ['what a drawing program notes for itself', '<!-- Inkscape --><metadata><rdf:RDF><dc:title>&amp; &#x540d;</dc:title></rdf:RDF></metadata>'],
])('%s can be drawn', (_, inside) => {
  for (const before of ['', '<?xml version="1.0" encoding="iso-8859-1"?>', '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n']) expect(isPlainSvg(before + svg(inside))).toBe(true)
})

it.each([
  ['a use of a group, which may use others', `<g id="g">${shape}</g><use href="#g"/>`],
  ['a use of a use', `${shape}<use id="b" href="#a"/><use href="#b"/>`],
  ['a group behind the name of a shape', `<g id="a"/>${shape}<use href="#a"/>`],
  ['many uses', shape + '<use href="#a"/>'.repeat(21)],
  ['a long shape used again and again', `<path id="a" d="${'M0 0L9 9'.repeat(1_000)}"/>${'<use href="#a"/>'.repeat(10)}`],
  ['a line of many letters', `<text>${'x'.repeat(600)}<tspan>${'x'.repeat(600)}</tspan></text>`],
  ['a picture of elsewhere used', '<use href="data:image/svg+xml,x#a"/>'],
  ['a filter', '<filter id="f"><feTurbulence numOctaves="9"/></filter>'],
  ['a filter by another prefix', '<s:filter xmlns:s="http://www.w3.org/2000/svg"/>'],
  ['a filter that is a property', '<g filter="blur(99)"/>'],
  ['the same in other letters', '<g style="&#x66;ilter:blur(99)"/>'],
  ['the same with an escape', '<g style="f\\69lter:blur(99)"/>'],
  ['the same cut apart by a comment', '<style>g{fil<!-- -->ter:blur(99)}</style>'],
  ['a mask', '<mask id="m"/>'],
  ['a pattern', '<pattern id="p"/>'],
  ['a marker', '<marker id="p"/>'],
  ['a picture in it', '<image href="#a"/>'],
  ['another language in it', '<foreignObject/>'],
  ['dashes', '<path stroke-dasharray=".0001" d="M0 0h9"/>'],
  ['a gradient of elsewhere', '<rect fill="url(data:image/svg+xml,x#a)"/>'],
  ['a sheet of elsewhere', '<style>@import "x";</style>'],
  ['many that are cut', `<clipPath id="c">${shape}</clipPath>${'<g clip-path="url(#c)"/>'.repeat(101)}`],
  ['cuts that are cut', '<clipPath id="c"><path clip-path="url(#d)"/></clipPath>'],
  ['cuts that are cut by their style', '<clipPath id="c"><path style="clip-path:url(#d)"/></clipPath>'],
  ['cuts that are cut by a class', '<style>.x{clip-path:url(#d)}</style><clipPath id="c"><path class="x"/></clipPath>'],
  ['cuts that are cut by a name', '<style>path{clip-path:url(#d)}</style>'],
  ['the same behind a text', '<style>*{x:"}.a{clip-path:none";clip-path:url(#b)}</style>'],
  ['the same behind an address', '<style>*{fill:url(#}.a{clip-path:none);clip-path:url(#b)}</style>'],
  ['the same in two sheets', '<style>.z</style><style>path{clip-path:url(#b)}</style>'],
  ['a shape in a cut that is cut where it stands', '<path id="a" clip-path="url(#d)"/><clipPath id="c"><use href="#a"/></clipPath>'],
  ['selectors that look around', '<style>:not(:not(*)) * ~ *{fill:red}</style>'],
  ['selectors one within the other', '<style>.a .b{fill:red}</style>'],
  ['many selectors', `<style>${'.a{fill:red}'.repeat(501)}</style>`],
  ['many sheets', '<style>.a{fill:red}</style>'.repeat(4)],
  ['more than a logo has', '<g/>'.repeat(3_001)],
  ['a text without an end', '<!-- '],
  ['more text', `<title>${'x'.repeat(64 * 1024)}</title>`],
])('%s is not drawn', (_, inside) => {
  expect(isPlainSvg(svg(inside))).toBe(false)
})

it('what could be read in another way is not drawn', () => {
  const entity = '<!ENTITY e "x">'
  for (const before of [`<!DOCTYPE svg [${entity}]>`, `<!DOCTYPE svg SYSTEM "a><!--" [${entity} <!-- --> ]>`, '<?xml-stylesheet href="data:text/css,x"?>', '<?xml version="1.0" encoding="UTF-7"?>', '<html>']) expect(isPlainSvg(before + svg(shape)), before).toBe(false)
  for (const text of ['', 'x', '<html>', '{}']) expect(isPlainSvg(text)).toBe(false)
})

it('blanks take no longer than other letters', { timeout: 30_000 }, () => {
  const blanks = ' '.repeat(60_000)
  for (const text of [`<svg filter=${blanks}x/>`, `<svg stroke-dasharray=${blanks}x/>`, `<svg filter${blanks}x/>`]) {
    // Once would take seconds where it depends on their square, and so often longer than this test may.
    for (let times = 0; times < 40; times += 1) expect(isPlainSvg(text)).toBe(false)
  }
  for (const plain of ['<path style="filter: none" d="M0 0h9"/>', '<path filter=" none" stroke-dasharray=" 0 " d="M0 0h9"/>']) expect(isPlainSvg(svg(plain)), plain).toBe(true)
})
