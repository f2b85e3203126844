import { describe, expect, it } from 'vitest'
import { routeName } from '@/lib/operation/route-name'
import { callName } from '@/lib/training/client'
import { sources, withoutComments } from '../support/sources'

describe('the name of a route', () => {
  it.each([
    ['/', 200, '/'],
    ['/en', 200, '/'],
    ['/Home?_rsc=1', 200, '/Home'],
    ['/ja/news?page=2', 200, '/news'],
    ['/news/4711', 200, '/news/:id'],
    ['/certificate/TH-2026-13800138000', 200, '/certificate/:id'],
    ['/api/notes/item', 200, '/api/notes/item'],
    ['/api/public/session', 401, '/api/public/session'],
    ['/api/public/account/phone?phone=13800138000', 200, '/api/public/account/phone'],
    ['/api/files/train/file/doc/1.pdf', 200, '/api/files'],
    ['/api/public/files/logo/82.svg', 200, '/api/public/files'],
    ['/api/ready', 503, '/api/ready'],
    ['/api/made/up', 404, '/api/other'],
    ['/content/abcdef.signature/index.html', 200, '/content'],
    ['/_next/static/chunks/a.js', 200, '/_next'],
    ['/robots.txt', 200, '/robots.txt'],
    ['/.env', 404, 'other'],
    ['/login/13800138000', 404, '/login/:id'],
    ['//evil.example/x', 308, 'other'],
  ])('of %s (%i) is %s', (address, status, name) => {
    expect(routeName(address, status)).toBe(name)
  })
})

describe('the name of a call', () => {
  it('is the same for all of its kind: no id stands in it, whatever path is spelled with one', () => {
    const paths = sources(['lib/training']).flatMap(({ text }) => [...withoutComments(text).matchAll(/['`]((?:train|admin|auth)\/[^'`\s]+)['`]/g)].map((found) => found[1] ?? ''))
    const withIds = paths.filter((path) => path.includes('${'))
    expect(withIds.length).toBeGreaterThan(3)
    expect(withIds.map((path) => callName(path.replace(/\$\{[^}]*\}/g, 'somebody-4711'))).filter((name) => name.includes('4711'))).toEqual([])
    const without = paths.filter((path) => !path.includes('${'))
    expect(without.map(callName)).toEqual(without)
  })
})
