import { describe, expect, it, vi } from 'vitest'
import { openExerciseKey } from '@/components/practice/open-exercise'
import { headScript } from '@/components/shell/head-script'
import { stripKey } from '@/components/shell/visited'

type Parts = { cookie?: string; hash?: string; replace?: (to: string) => void; kept?: Record<string, string> }
/** Runs the script in the head of a page; gives what it has done to the page. */
function inHead({ cookie = '', hash = '', replace = vi.fn(), kept = {} }: Parts) {
  const document = Object.assign(new EventTarget(), { cookie, documentElement: { dataset: {} as { theme?: string; strip?: string; exercise?: string } } })
  const window = Object.assign(new EventTarget(), { begun: () => {}, event: undefined as Event | undefined })
  new Function('window', 'document', 'location', 'URL', 'localStorage', headScript)(window, document, { hash, origin: 'http://localhost:3000', replace }, URL, kept)
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
  it.each([['theme=dark', 'dark'], ['site_theme=dark; theme=light', 'light'], ['lang=en; theme=light', 'light'], ['theme=pink', undefined], ['', undefined]])('of cookie “%s” is %s', (cookie, theme) => {
    expect(inHead({ cookie }).document.documentElement.dataset.theme).toBe(theme)
  })
})

describe('a place above the page', () => {
  const places = (kept: Record<string, string>) => Object.keys(inHead({ kept }).document.documentElement.dataset)

  it('is kept for the strip where it is switched on, and for an exercise where one was left', () => {
    expect(places({ [stripKey]: 'on', [openExerciseKey('7')]: '{}' })).toEqual(['strip', 'exercise'])
    expect(places({ [stripKey]: 'off', 'visited-views:7': '[]', 'practice:7:{}': '{}', 'practice:7:place:1': '3', 'study:practice:7:open': '1' })).toEqual([])
  })

  it('is none where the browser keeps nothing for us, which breaks nothing', () => {
    const closed = new Proxy({}, { get: () => { throw new Error('denied') } })
    expect(places(closed)).toEqual([])
  })
})

describe('a press before the page has come to life', () => {
  type Press = { type?: string; isTrusted?: boolean }
  const buttonOf = (form: { hasAttribute: () => boolean } | null = null) => ({ form, isConnected: true, click: vi.fn<() => void>() })

  /** A person's press, or a script's, on a button or elsewhere. */
  function pressOn(window: EventTarget, button: object | null, { type = 'click', isTrusted = true }: Press = {}): Event {
    const press = new Event(type)
    Object.defineProperties(press, { isTrusted: { value: isTrusted }, target: { value: { closest: () => button } } })
    window.dispatchEvent(press)
    return press
  }
  async function begin(window: { begun: () => void }): Promise<void> {
    window.begun()
    await new Promise((done) => setTimeout(done))
  }

  it('is done once when it has, the last one of several', async () => {
    const { window } = inHead({})
    const [first, last] = [buttonOf(), buttonOf()]
    for (const button of [first, last]) pressOn(window, button)
    expect(last.click).not.toHaveBeenCalled()
    await begin(window)
    await begin(window)
    expect([first.click.mock.calls.length, last.click.mock.calls.length]).toEqual([0, 1])
    pressOn(window, first)
    await begin(window)
    expect(first.click).not.toHaveBeenCalled()
  })

  it('is not done twice where it, or the next press on the same button, brought the page to life', async () => {
    const [own, next] = [inHead({}).window, inHead({}).window]
    const button = buttonOf()
    own.event = pressOn(own, button)
    await begin(own)
    pressOn(next, button)
    next.event = pressOn(next, button, { type: 'pointerdown' })
    await begin(next)
    expect(button.click).not.toHaveBeenCalled()
  })

  it.each([['elsewhere', null, {}], ['on a field', null, { type: 'pointerdown' }], ['of a key', null, { type: 'keydown' }]] as const)('is given up by another one %s', async (_where, other, press) => {
    const { window } = inHead({})
    const button = buttonOf()
    pressOn(window, button)
    pressOn(window, other, press)
    await begin(window)
    expect(button.click).not.toHaveBeenCalled()
  })

  it('is nothing by a script, on what has gone meanwhile, and in a form that the browser sends', async () => {
    const [byScript, gone, sent] = [buttonOf(), { ...buttonOf(), isConnected: false }, buttonOf({ hasAttribute: () => true })]
    for (const [button, press] of [[byScript, { isTrusted: false }], [gone, {}], [sent, {}]] as const) {
      const { window } = inHead({})
      pressOn(window, button, press)
      await begin(window)
      expect(button.click).not.toHaveBeenCalled()
    }
    const ours = buttonOf({ hasAttribute: () => false })
    const { window } = inHead({})
    pressOn(window, ours)
    await begin(window)
    expect(ours.click).toHaveBeenCalledTimes(1)
  })
})
