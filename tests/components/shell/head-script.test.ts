import { describe, expect, it, vi } from 'vitest'
import { headScript } from '@/components/shell/head-script'

/** Where the script sends a browser that stands at an address; null when it stays. */
function sends(address: string): string | null {
  const place = new URL(address, 'http://localhost:3000')
  const replace = vi.fn<(to: string) => void>()
  const document = { cookie: '', documentElement: { dataset: {} } }
  new Function('document', 'location', 'URL', headScript)(document, { hash: place.hash, origin: place.origin, replace }, URL)
  return replace.mock.calls[0]?.[0] ?? null
}

describe('an address of the old client', () => {
  it.each([
    ['/Home#/CurriculumDetil?id=3001&title=%E4%BD%8E%E5%8E%8B', '/CurriculumDetil?id=3001&title=%E4%BD%8E%E5%8E%8B'],
    ['/login?redirect=%2FHome#/MyStudy?thisId=5', '/MyStudy?thisId=5'],
    ['/#/loign', '/loign'],
    ['/#!/news', '/news'],
    ['/Home#/', '/'],
  ])('%s leads to %s', (address, page) => expect(sends(address)).toBe(page))

  it.each(['/Home', '/news/107#files', '/Home#section-3'])('%s stays', (address) => expect(sends(address)).toBeNull())

  it.each(['#//evil.example/a', '#/\\evil.example/a', '#/\\/evil.example', '#/%2F%2Fevil.example'])('%s does not leave the origin', (hash) => {
    const page = sends(`/Home${hash}`)
    if (page !== null) expect(new URL(page, 'http://localhost:3000').origin).toBe('http://localhost:3000')
  })

  it('is no harm to a fragment that is no address', () => {
    expect(() => sends('/Home#/http://[')).not.toThrow()
  })
})

describe('the theme', () => {
  it.each([['theme=dark', 'dark'], ['lang=en; theme=light', 'light'], ['theme=pink', undefined], ['', undefined]])('of cookie “%s” is %s', (cookie, theme) => {
    const document = { cookie, documentElement: { dataset: {} as { theme?: string } } }
    new Function('document', 'location', 'URL', headScript)(document, { hash: '', origin: 'http://localhost:3000', replace: vi.fn() }, URL)
    expect(document.documentElement.dataset.theme).toBe(theme)
  })
})
