// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RichText } from '@/components/content/rich-text'
import { cleanHtml } from '@/lib/training/rich-text'
import { evasions, fuzzedEvasions, harmIn } from '../../support/evasions'
import { show } from '../../support/render'

/** What a browser makes of a text of the platform in the end. */
function harmOf(html: string): string[] {
  const { container, unmount } = show(<RichText html={cleanHtml(html)} />)
  const harm = harmIn(container)
  unmount()
  return harm
}

describe('a hostile text', () => {
  it.each(evasions)('ends as something that cannot act: %s', (html) => {
    expect(harmOf(html)).toEqual([])
  })

  it('cannot act in any company either', () => {
    fc.assert(fc.property(fuzzedEvasions, (text) => {
      expect(harmOf(text)).toEqual([])
    }), { numRuns: 150, seed: 2026 })
  })

  it('keeps its harmless part', () => {
    const { container } = show(<RichText html={cleanHtml('<p>先<strong>停电</strong></p><img src=x onerror=alert(1)><script>1</script><table><tr><td onclick=alert(1)>1</td></tr></table>')} />)
    expect(container.textContent).toBe('先停电1')
    expect(container.querySelectorAll('strong, td')).toHaveLength(2)
  })

  it('is written as a browser would write it, a plain one as it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
      const element = document.createElement('div')
      element.innerHTML = cleanHtml(text)
      expect(element.innerHTML).toBe(cleanHtml(text))
    }), { numRuns: 300, seed: 2026 })
    expect(cleanHtml('停电 "验电" \'a\'')).toBe('停电 "验电" \'a\'')
  })
})
