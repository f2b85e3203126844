// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { restorePlace, setLanguage } from '@/lib/i18n/switch-language'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

describe('the place on a page', () => {
  it('is found again after the language was switched, once', () => {
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    vi.stubGlobal('location', { pathname: '/Home', search: '', reload: () => undefined })
    vi.stubGlobal('scrollY', 420)
    setLanguage('en')
    restorePlace()
    restorePlace()
    expect(scrolled.mock.calls).toEqual([[0, 420]])
  })

  it.each([['that is null', null], ['that refuses', { getItem: () => { throw new DOMException('denied', 'SecurityError') } }]])('is given up in a browser with a storage %s, and nothing else', (_name, storage) => {
    const reload = vi.fn()
    vi.stubGlobal('sessionStorage', storage)
    vi.stubGlobal('location', { pathname: '/Home', search: '', reload })
    setLanguage('ja')
    expect(reload).toHaveBeenCalledOnce()
    expect(restorePlace).not.toThrow()
  })
})
