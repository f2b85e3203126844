import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterLogin, insidePath, safeHref } from '@/lib/domain/links'

const hostile = [
  'javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\tscript:alert(1)', '\u0001javascript:alert(1)', 'data:text/html,<script>1</script>', 'vbscript:x', 'blob:https://a/b',
  'file:///etc/passwd', '//evil.example', '\\\\evil.example', '/\\evil.example', 'https:\\\\evil.example', 'https://user:secret@evil.example/', 'http://', 'https:///', 'ftp://a.example', 'mailto:a@b', ' ', '', null, undefined,
]
const leading = [
  '//evil.example', '/\\evil.example', '/%2f%2fevil.example', '/%5cevil.example', 'https://evil.example', 'http:evil.example', 'evil.example', '\\evil', '/\u0000', '/a\nb', '/\t/evil.example', 'javascript:1', '', null, undefined,
  '/.//evil.example', '/..//evil.example', '/./%2e//evil.example',
]

describe('links of the platform', () => {
  it.each(hostile)('refuses %j', (raw) => {
    expect(safeHref(raw)).toBeNull()
  })
  it.each([['https://example.org/safety', 'https://example.org/safety'], [' http://example.org ', 'http://example.org/'], ['/Curriculum?x=1', '/Curriculum?x=1']])('follows %j', (raw, href) => {
    expect(safeHref(raw)).toBe(href)
  })
})

describe('paths inside', () => {
  it.each(leading)('refuses %j', (raw) => {
    expect(insidePath(raw)).toBeNull()
    expect(afterLogin(raw)).toBe('/')
  })
  it('keeps path, query and hash', () => {
    expect(insidePath('/CurriculumDetil?id=3001&title=%E7%94%B5#catalogue')).toBe('/CurriculumDetil?id=3001&title=%E7%94%B5#catalogue')
  })
  it.each(['/login', '/login?redirect=/Home', '/loign', '/LOGIN', '/api/session/end', '/en/login', '/ja/Login?redirect=/Home', '/zh/loign#x'])('does not lead from login to %s', (raw) => {
    expect(afterLogin(raw)).toBe('/')
  })
  it.each([
    ['/ToTestIng?examPlanId=8001&paperId=8200', '/ToTestIng?led=1&examPlanId=8001&paperId=8200'], ['/en/totesting?examPlanId=8001', '/en/totesting?led=1&examPlanId=8001'], ['/ja//ToTestIng/?examPlanId=8001', '/ja//ToTestIng/?led=1&examPlanId=8001'],
    ['/Home#/ToTestIng?examPlanId=8001', '/Home#/ToTestIng?led=1&examPlanId=8001'], ['/TestDetil?id=8001', '/TestDetil?id=8001'], ['/Home?from=/ToTestIng?x', '/Home?from=/ToTestIng?x'],
  ])('only leads to an exam, as to %s', (raw, to) => expect(afterLogin(raw)).toBe(to))
  it.each(['/en/news', '/english/login', '/loginless'])('leads to %s', (raw) => {
    expect(afterLogin(raw)).toBe(raw)
  })
  it('never leaves the origin by any known trick, in any combination', () => {
    const starts = ['//', '/\\', '\\\\', '///', '/%09/', '/\t/', '\t//', '/%5c', '/%2f', '%2f%2f', '/.//', '/..//', '/%2e//', '/;//', '/@', '@', 'https:', 'https://', 'http:/\\', 'javascript:', 'data:text/html,', '\u0000//', '/\u3002', '/\uff0f', '/?//', '/#//']
    const hosts = ['evil.example', 'user@evil.example', 'tenant.example@evil.example', 'tenant.example.evil.example', '2130706433', '[::1]', 'evil.example:80', 'evil\u3002example', 'evil.example%00.tenant.example', 'evil.example\\@tenant.example']
    const leading = starts.flatMap((start) => hosts.map((host) => start + host))
    expect(leading.length).toBeGreaterThan(120)
    expect(leading.map((raw) => new URL(afterLogin(raw), 'https://tenant.example')).filter(({ origin, pathname }) => origin !== 'https://tenant.example' || pathname.startsWith('//')).map(String)).toEqual([])
  })
  it('never leaves the origin, whatever is asked', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.string().map((text) => `/${text}`), fc.webUrl()), (raw) => {
      const path = insidePath(raw)
      return path === null || new URL(path, 'https://tenant.example').origin === 'https://tenant.example'
    }), { numRuns: 2000 })
  })
})
