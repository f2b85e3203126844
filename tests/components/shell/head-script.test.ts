import { describe, expect, it, vi } from 'vitest'
import { headScript } from '@/components/shell/head-script'

/** Where the script sends a browser that stands at an address; null when it stays. */
const sends = (address: string) => sendsFrom(new URL(address, 'http://localhost:3000').hash)

function sendsFrom(hash: string): string | null {
  const replace = vi.fn<(to: string) => void>()
  const document = { cookie: '', documentElement: { dataset: {} } }
  new Function('document', 'location', 'URL', headScript)(document, { hash, origin: 'http://localhost:3000', replace }, URL)
  return replace.mock.calls[0]?.[0] ?? null
}

describe('an address of the old client', () => {
  it.each([
    ['/Home#/CurriculumDetil?id=3001&title=%E4%BD%8E%E5%8E%8B', '/CurriculumDetil?id=3001&title=%E4%BD%8E%E5%8E%8B'],
    ['/login?redirect=%2FHome#/MyStudy?thisId=5', '/MyStudy?thisId=5'],
    ['/#/loign', '/loign'],
    ['/#!/news', '/news'],
    ['/Home#/', '/'],
    // Nobody pressed anything there that would begin an attempt.
    ['/TestDetil?id=8001#/ToTestIng?examPlanId=8001&paperId=8200', '/ToTestIng?led=1&examPlanId=8001&paperId=8200'],
    ['/#!/en/totesting/?examPlanId=8001&led=0', '/en/totesting/?led=1&examPlanId=8001&led=0'],
    ['/#/.//ToTestIng?examPlanId=8001', '/ToTestIng?led=1&examPlanId=8001'],
  ])('%s leads to %s', (address, page) => expect(sends(address)).toBe(page))

  it.each(['/Home', '/news/107#files', '/Home#section-3'])('%s stays', (address) => expect(sends(address)).toBeNull())

  it.each([
    '#//evil.example/a', '#/\\evil.example/a', '#/\\/evil.example', '#/%2F%2Fevil.example', '#///evil.example', '#/http://evil.example', '#/user@evil.example',
    '#/.//evil.example/login', '#!/.//evil.example/login', '#/..//evil.example', '#/%2e//evil.example', '#/%2E%2e//evil.example', '#/./\\evil.example', '#/.\\/evil.example', '#/a/..//evil.example', '#/.///evil.example', '#/.//\\evil.example',
    '#/\t/evil.example', '#/.\t//evil.example', '#/\n/evil.example', '#/./\r\n/evil.example', '#/.%09//evil.example', '#/\u0000//evil.example', '#/./%2F/evil.example', '#/.//%65vil.example',
  ])('%j does not leave the origin', (hash) => {
    // As the browser tells it, and as it was typed.
    for (const page of [sends(`/Home${hash}`), sendsFrom(hash)]) if (page !== null) expect(new URL(page, 'http://localhost:3000/').origin).toBe('http://localhost:3000')
  })

  it.each(['#/.//login', '#/..//login', '#/%2e//login'])('%s leads to the page behind the dots', (hash) => expect(sends(`/Home${hash}`)).toBe('/login'))

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
