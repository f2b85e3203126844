// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { setTheme } from '@/components/shell/theme'
import { restorePlace } from '@/lib/i18n/kept-place'
import { setLanguage } from '@/lib/i18n/switch-language'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

describe('the language and the theme that were chosen', () => {
  it.each([['https:', true], ['http:', false]])('are remembered with %s in cookies that are Secure: %s', (protocol, isSecure) => {
    const kept = vi.spyOn(document, 'cookie', 'set')
    vi.stubGlobal('location', { protocol, pathname: '/Home', search: '', reload: () => undefined })
    setLanguage('en')
    setTheme('dark')
    expect(kept.mock.calls.map(([cookie]) => [cookie.split('=')[0], cookie.endsWith('; secure')])).toEqual([['lang', isSecure], ['theme', isSecure]])
    setTheme('system')
    kept.mockRestore()
  })
})

describe('another language', () => {
  it.each([
    ['/news', '', 'en', '/en/news'], ['/en/news/107', '?a=1', 'zh', '/news/107?a=1'], ['/ja/login', '?redirect=%2FHome', 'en', '/en/login?redirect=%2FHome'],
    ['/news', '?page=2&lang=zh', 'en', '/en/news?page=2&lang=en'], ['/news', '?lang=zh&page=2', 'ja', '/ja/news?lang=ja&page=2'], ['/news', '?slang=zh', 'en', '/en/news?slang=zh'],
  ] as const)('has the page at %s%s in %s at %s, and no address goes on asking for the one before', (pathname, search, locale, target) => {
    const assign = vi.fn()
    vi.stubGlobal('location', { pathname, search, assign })
    setLanguage(locale)
    expect(assign.mock.calls).toEqual([[target]])
  })
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
