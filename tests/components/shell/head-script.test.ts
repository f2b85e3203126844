import { describe, expect, it, vi } from 'vitest'
import { headScript } from '@/components/shell/head-script'

type Parts = { cookie?: string; hash?: string; replace?: (to: string) => void }
/** Runs the script in the head of a page; gives what it has done to the page. */
function inHead({ cookie = '', hash = '', replace = vi.fn() }: Parts) {
  const document = { cookie, documentElement: { dataset: {} as { theme?: string } } }
  const window = Object.assign(new EventTarget(), { pageBegun: () => {}, event: undefined as Event | undefined })
  new Function('window', 'document', 'location', 'URL', headScript)(window, document, { hash, origin: 'http://localhost:3000', replace }, URL)
  return { document, window }
}

/** Where the script sends a browser that stands at an address; null when it stays. */
const sends = (address: string) => sendsFrom(new URL(address, 'http://localhost:3000').hash)

function sendsFrom(hash: string): string | null {
  const replace = vi.fn<(to: string) => void>()
  inHead({ hash, replace })
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
    expect(inHead({ cookie }).document.documentElement.dataset.theme).toBe(theme)
  })
})

describe('a press before the page has come to life', () => {
  const buttonOf = () => ({ isConnected: true, click: vi.fn<() => void>() })
  /** A person's press, or a script's, on a button or elsewhere. */
  function pressOn(window: EventTarget, button: object | null, isTrusted = true): Event {
    const press = new Event('click')
    window.addEventListener('click', (event) => event.stopImmediatePropagation(), { once: true })
    Object.defineProperties(press, { isTrusted: { value: isTrusted }, target: { value: { closest: () => button } } })
    window.dispatchEvent(press)
    return press
  }

  it('is done once when it has, the last one of several', () => {
    const { window } = inHead({})
    const [first, last] = [buttonOf(), buttonOf()]
    for (const button of [first, last]) pressOn(window, button)
    expect(last.click).not.toHaveBeenCalled()
    window.pageBegun()
    window.pageBegun()
    expect([first.click.mock.calls.length, last.click.mock.calls.length]).toEqual([0, 1])
    pressOn(window, first)
    window.pageBegun()
    expect(first.click).not.toHaveBeenCalled()
  })

  it('is not done twice where it brought the page to life itself', () => {
    const { window } = inHead({})
    const button = buttonOf()
    window.event = pressOn(window, button)
    window.pageBegun()
    expect(button.click).not.toHaveBeenCalled()
  })

  it('is nothing elsewhere, by a script, or on what has gone meanwhile', () => {
    const { window } = inHead({})
    const [button, gone] = [buttonOf(), { ...buttonOf(), isConnected: false }]
    pressOn(window, null)
    pressOn(window, button, false)
    window.pageBegun()
    expect(button.click).not.toHaveBeenCalled()
    const other = inHead({}).window
    pressOn(other, gone)
    other.pageBegun()
    expect(gone.click).not.toHaveBeenCalled()
  })
})
