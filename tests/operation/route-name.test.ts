import { describe, expect, it } from 'vitest'
import { doors, pathDoors } from '@/lib/operation/doors'
import { routeName } from '@/lib/operation/route-name'
import { callName } from '@/lib/training/client'
import { sources, withoutComments } from '../support/sources'

describe('the name of a route', () => {
  it.each([
    ['/', '/'],
    ['/en', '/'],
    ['/Home?_rsc=1', '/Home'],
    ['/ja/news?page=2', '/news'],
    ['/news/4711', '/news/:id'],
    ['/certificate/TH-2026-13800138000', '/certificate/:id'],
    ['/api/notes/item', '/api/notes/item'],
    ['/api/public/session', '/api/public/session'],
    ['/api/public/account/phone?phone=13800138000', '/api/public/account/phone'],
    ['/api/files/train/file/doc/1.pdf', '/api/files'],
    ['/api/public/files/logo/82.svg', '/api/public/files'],
    ['/api/ready', '/api/ready'],
    ['/api/made/up', '/api/other'],
    ['/api/notes/item/4711', '/api/other'],
    ['/api/notes/made-up', '/api/other'],
    ['/api/public/made/up', '/api/other'],
    ['/api/filesystem/made-up', '/api/other'],
    [`/api/${'x'.repeat(200)}/y`, '/api/other'],
    ['/content/abcdef.signature/index.html', '/content'],
    ['/_next/static/chunks/a.js', '/_next'],
    ['/robots.txt', '/robots.txt'],
    ['/.env', 'other'],
    ['/login/13800138000', '/login/:id'],
    ['//evil.example/x', 'other'],
  ])('of %s is %s', (address, name) => {
    expect(routeName(address)).toBe(name)
  })
})

describe('the list of doors', () => {
  it('has those that there are, and no others', () => {
    const folders = sources(['app/api'], /\/route\.ts$/).map(({ path }) => path.replace(/^app/, '').replace(/\/route\.ts$/, '')).filter((path) => path !== '/api/[...nowhere]')
    expect(folders.length).toBeGreaterThan(60)
    expect([...doors, ...pathDoors].toSorted()).toEqual(folders.map((path) => path.replace(/\/\[\.{3}\w+\]$/, '')).toSorted())
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
