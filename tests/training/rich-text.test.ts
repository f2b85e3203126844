import { describe, expect, it } from 'vitest'
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
  it('keeps formulas, and of what it does not know the content', () => {
    expect(cleanHtml('<math display="block"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>')).toBe('<math><mfrac><mi>a</mi><mn>2</mn></mfrac></math>')
    expect(cleanHtml('<center><font color="red">停电</font></center><textarea>x</textarea>')).toBe('停电x')
  })
  it('shows a text that is nested too deep to be read as its words', () => {
    expect(cleanHtml(`${'<div>'.repeat(30_000)}先<停电 & <img src=x onerror=alert(1)>`)).toMatch(/^\s+先\s*$/)
  })
  it.each([
    '<p>题<img src="/train/file/picture/a.svg" alt="" loading="lazy"> 与 <img src="/train/file/doc/b%20c.png" alt="" loading="lazy"></p>', '<h1>安全</h1><h2 title="x">一</h2><h5>二</h5>', '<p>a &lt;h2&gt; &amp; b</p>', '/api/files/a',
  ])('goes back to the platform as it came, and means the same when it comes again: %s', (html) => {
    expect(htmlOnWire(cleanHtml(html))).toBe(html)
    expect(cleanHtml(htmlOnWire(cleanHtml(html)))).toBe(cleanHtml(html))
  })
})
