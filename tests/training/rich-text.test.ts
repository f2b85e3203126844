import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { env } from '@/lib/env'
import { cleanHtml, htmlOnWire } from '@/lib/training/rich-text'

const attacks = [
  '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<svg onload=alert(1)>', '<a href="javascript:alert(1)">a</a>', '<a href="java&#09;script:alert(1)">a</a>', '<iframe src="https://evil.example"></iframe>',
  '<form action="/api/session/end"><button>go</button></form>', '<style>*{display:none}</style>', '<p style="position:fixed">x</p>', '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">', '<base href="https://evil.example">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">', '<link rel="stylesheet" href="https://evil.example">', '<object data="x"></object>', '<embed src="x">', '<input autofocus onfocus=alert(1)>', '<p onclick="alert(1)">x</p>', '<a href="data:text/html,<script>1</script>">x</a>', '<div id="location">x</div>', '<img src="https://evil.example/p.gif">',
]

describe('rich text', () => {
  it.each(attacks)('makes harmless %s', (html) => {
    const clean = cleanHtml(html)
    expect(clean).not.toMatch(/<script|<style|<iframe|<svg|<form|<input|<button|<base|<meta|<link|<object|<embed|\son\w+=|javascript:|data:text|style=|evil\.example|id="location"/i)
  })
  it('keeps what a text needs, with headings below the page’s own', () => {
    const clean = cleanHtml('<h1>安全</h1><p>先<strong>停电</strong>，再<em>验电</em>。</p><table><tr><th scope="col">步骤</th><td colspan="2">1</td></tr></table><ul><li>绝缘手套</li></ul><img src="/train/file/picture/a.svg">')
    expect(clean).toContain('<h2>安全</h2>')
    expect(clean).toContain('<strong>停电</strong>')
    expect(clean).toContain('<td colspan="2">1</td>')
    expect(clean).toContain('src="/api/files/train/file/picture/a.svg"')
  })
  it('opens foreign links apart and never with our window in hand', () => {
    expect(cleanHtml('<a href="https://example.org/a">x</a>')).toContain('rel="noopener noreferrer"')
  })
  it.each([
    ['/train/file/notice/form.pdf', '/api/public/files/train/file/notice/form.pdf', '/api/public/files/train/file/notice/form.pdf'],
    ['/train/file/doc/手册 1.pdf', '/api/files/train/file/doc/%E6%89%8B%E5%86%8C%201.pdf', '/api/public/files/train/file/doc/%E6%89%8B%E5%86%8C%201.pdf'],
    [`${env.UPSTREAM_BASE_URL}/train/file/doc/a.pdf`, '/api/files/train/file/doc/a.pdf', '/api/public/files/train/file/doc/a.pdf'],
  ])('leads from a link to the file %s through our door, beside the page', (href, learners, anybodys) => {
    const link = (address: string) => `<p><a href="${address}" rel="noopener noreferrer" target="_blank">表</a></p>`
    expect(cleanHtml(`<p><a href="${href}">表</a></p>`)).toBe(link(learners))
    expect(cleanHtml(`<p><a href="${href}">表</a></p>`, 'public')).toBe(link(anybodys))
  })
  it.each(['/train/file/../../admin/user/info', '/train/file/doc/%2e%2e/x', 'https://user@127.0.0.1:4000/train/file/a', 'data:image/png;base64,iVBO', 'javascript:alert(1)'])('makes no door of the link %s', (href) => {
    expect(cleanHtml(`<p><a href="${href}">x</a></p>`)).not.toMatch(/\/api\/|javascript:|data:|@/)
  })
  it('leaves pages of ours in the window', () => {
    expect(cleanHtml('<a href="/Curriculum?name=a">x</a>')).toBe('<a href="/Curriculum?name=a">x</a>')
  })
  it.each(['png', 'jpg', 'jpeg', 'gif', 'webp'])('keeps a picture of the kind %s that was pasted into it', (kind) => {
    const picture = `data:image/${kind};base64,iVBORw0KGgo+/9=\n`
    expect(cleanHtml(`<p>甲<img src="${picture}"></p>`)).toBe(`<p>甲<img src="${picture}" loading="lazy" alt=""></p>`)
  })
  it.each(['data:image/svg+xml;base64,PHN2Zz4=', 'data:text/html;base64,PHA+', 'data:image/png,x', 'data:image/png;base64,a%22', 'data:image/png;base64,iVBO#a', 'DATA:text/html,x'])('has no other picture that stands in it: %s', (src) => {
    expect(cleanHtml(`<p>甲<img src="${src}"></p>`)).toBe('<p>甲</p>')
  })
  it.each([['a picture', '', 1], ['none at its end', '!', 0]])('is soon through with megabytes of %s', (_what, end, pictures) => {
    expect(cleanHtml(`<img src="data:image/png;base64,${'Ab9/'.repeat(2_000_000)}${end}">`).match(/<img/g) ?? []).toHaveLength(pictures)
  })
  it('keeps formulas, and of what it does not know the content', () => {
    expect(cleanHtml('<math display="block"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>')).toBe('<math><mfrac><mi>a</mi><mn>2</mn></mfrac></math>')
    for (const formula of [
      '<munderover><mo>∑</mo><mn>0</mn><mi>n</mi></munderover>', '<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>', '<mmultiscripts><mi>U</mi><mn>235</mn><none></none><mprescripts></mprescripts><mn>92</mn><none></none></mmultiscripts>',
      '<mphantom><mn>1</mn></mphantom>', '<menclose notation="updiagonalstrike"><mi>x</mi></menclose>',
      '<mfrac><mstyle><mi>a</mi><mo>+</mo><mi>b</mi></mstyle><mn>2</mn></mfrac>', '<msup><mpadded><mi>a</mi><mi>b</mi></mpadded><merror><mn>2</mn><mi>n</mi></merror></msup>',
    ]) expect(cleanHtml(`<math>${formula}</math>`)).toBe(`<math>${formula}</math>`)
    expect(cleanHtml('<math><mstyle displaystyle="true" style="position:fixed" href="javascript:alert(1)"><mi>x</mi></mstyle></math>')).toBe('<math><mstyle><mi>x</mi></mstyle></math>')
    expect(cleanHtml('<math><maction actiontype="toggle" href="javascript:alert(1)" onclick="alert(1)"><mi href="https://example.org">x</mi></maction></math>')).toBe('<math><mi>x</mi></math>')
    expect(cleanHtml('<center><font color="red">停电</font></center><textarea>x</textarea>')).toBe('停电x')
  })
  it('shows a text that is nested too deep to be read as its words', () => {
    expect(cleanHtml(`${'<div>'.repeat(30_000)}先<停电 & <img src=x onerror=alert(1)>`)).toMatch(/^\s+先&lt;停电 &amp;\s*$/)
  })
  it.each([
    ['formatting begun anew in every paragraph, millions of elements', `<p>${Array.from({ length: 1_500 }, (_, at) => `<b a${at}>`).join('')}${'<p>x'.repeat(3_000)}`, 'x'],
    ['ends of nothing, each looked for in all that is open', `${'<span>'.repeat(19_000)}先${'</x>'.repeat(250_000)}`, '先'],
    ['beginnings without an end, each looked for to the end', `${'<div>'.repeat(5_000)}先${'<'.repeat(1_000_000)}`, '先&lt;'],
    ['as many attributes as fit', `<p><b ${Array.from({ length: 100_000 }, (_, at) => `a${at}`).join(' ')}>先</b></p>`, '<p><b>先</b></p>'],
  ])('is soon through with %s', (_what, html, words) => {
    const clean = cleanHtml(html)
    expect(clean.trim().startsWith(words)).toBe(true)
    expect(clean.length).toBeLessThan(8_000_000)
  })
  it.each([
    ['elements', `<p>${'<b><i><u><s>'.repeat(3)}先${'<p>后'.repeat(300)}`],
    ['attributes', `<p><b title="${'x'.repeat(1_000)}">先${'<p>后'.repeat(60)}`],
    ['names of attributes', `<p><b ${Array.from({ length: 3_000 }, (_, at) => `a${at}`).join(' ')}>先${'<p>后'.repeat(3)}`],
    ['links', `<p><a href="https://example.org/${'x'.repeat(100)}">先${'<p>后'.repeat(600)}`],
  ])('shows a text whose %s begin anew again and again as its words', (_what, html) => {
    expect(cleanHtml(html)).toMatch(/^\s*先[\s后]*$/)
  })
  it.each([
    ['a little', '<b><p>x'.repeat(10), /<b>/g, 34],
    ['closed', '<p><b title="x">x</b></p>'.repeat(100), /<b title="x">/g, 100],
    ['with a link', `<p><a href="https://example.org/a" title="${'x'.repeat(200)}">x<p>y<p>z`, /<a /g, 3],
  ])('keeps formatting that is left open or not: %s', (_what, html, one, times) => {
    expect(cleanHtml(html).match(one)).toHaveLength(times)
  })
  it('leaves words, bare or in paragraphs, as they are, whether it has to read them or not', () => {
    const odd = fc.constantFrom('\n', '\t', '\f', '\ufeff', '\ud800', '\udc00', '\u0085', '\uffff', '\u0001', '"', '=', '/', '甲')
    const words = fc.string({ unit: fc.oneof(odd, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })), maxLength: 12 }).map((text) => text.replace(/[<>&\0\r\u00a0]/g, ''))
    const paragraphs = fc.array(fc.tuple(words, fc.constantFrom('', '\n')), { minLength: 1, maxLength: 6 }).map((all) => all.map(([text, end]) => `<p>${text}</p>${end}`).join(''))
    fc.assert(fc.property(fc.oneof(words, paragraphs), (html) => {
      expect(cleanHtml(html)).toBe(html)
      // A line before it has it read.
      expect(cleanHtml(`<hr>${html}`)).toBe(`<hr>${html}`)
    }), { numRuns: 1_000 })
  })
  it.each([
    ['<p>一<p>二</p>', '<p>一</p><p>二</p>'], ['<p>一', '<p>一</p>'], ['<p>一</p></p>', '<p>一</p><p></p>'], ['<P>一</P>', '<p>一</p>'], ['<p>一</p>\r\n<p>二</p>', '<p>一</p>\n<p>二</p>'],
    ['<p>一&nbsp;</p>', '<p>一&nbsp;</p>'], ['<p>一\u00a0</p>', '<p>一&nbsp;</p>'], ['<p>一\0</p>', '<p>一</p>'], ['<p>1 > 0</p>', '<p>1 &gt; 0</p>'], ['<p>一</p>\n<p onclick=a>二</p>', '<p>一</p>\n<p>二</p>'],
  ])('reads paragraphs that are written in any other way: %j', (html, clean) => {
    expect(cleanHtml(html)).toBe(clean)
  })
  it('keeps a table of thousands of cells', () => {
    expect(cleanHtml(`<table><tbody>${`<tr>${'<td>1</td>'.repeat(8)}</tr>`.repeat(2_000)}</tbody></table>`).match(/<td>/g)).toHaveLength(16_000)
  })
  it.each([
    '<p>题<img src="/train/file/picture/a.svg" alt="" loading="lazy"> 与 <img src="/train/file/doc/b%20c.png" alt="" loading="lazy"></p>', '<h1>安全</h1><h2 title="x">一</h2><h5>二</h5>', '<p>a &lt;h2&gt; &amp; b</p>', '/api/files/a',
    '<p><a href="/train/file/doc/a%20b.pdf" title="x">甲</a><a href="/news">乙</a><a href="https://example.org/a">丙</a></p>', '<p><img src="data:image/png;base64,iVBO" alt="" loading="lazy"></p>',
  ])('goes back to the platform as it came, and means the same when it comes again: %s', (html) => {
    expect(htmlOnWire(cleanHtml(html))).toBe(html)
    expect(cleanHtml(htmlOnWire(cleanHtml(html)))).toBe(cleanHtml(html))
  })
})
