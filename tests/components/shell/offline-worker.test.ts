import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

const script = readFileSync('public/sw.js', 'utf8')

/** The page that the worker shows at an address without a connection, null where it leaves the matter to the browser. */
async function shownAt(path: string, { languages = ['fr'], cookies }: { languages?: string[]; cookies?: { get: (name: string) => Promise<{ value: string } | null> } } = {}): Promise<string | null> {
  const hearing = new Map<string, (event: object) => void>()
  const self = { navigator: { languages }, cookieStore: cookies, addEventListener: (name: string, hear: (event: object) => void) => hearing.set(name, hear) }
  runInNewContext(script, { self, URL, caches: { match: async (page: string) => page }, fetch: async () => Promise.reject(new TypeError('no connection')) })
  let answer: Promise<string> | null = null
  hearing.get('fetch')!({ request: { url: `https://train.example${path}`, mode: 'navigate', destination: 'document' }, respondWith: (given: Promise<string>) => (answer = given) })
  return answer
}

const chose = (value: string) => ({ get: async (name: string) => (name === 'lang' ? { value } : null) })

it.each([
  ['the browser’s wish', '/news/101', { languages: ['fr-FR', 'en-GB', 'ja'] }, '/en/offline'],
  ['the browser’s wish', '/login', { languages: ['ja-JP', 'en'] }, '/ja/offline'],
  ['the browser’s wish', '/login', { languages: ['zh-TW', 'en'] }, '/offline'],
  ['the first language where nobody wishes one of ours', '/news', {}, '/offline'],
  ['what the visitor chose', '/news/101', { languages: ['en'], cookies: chose('ja') }, '/ja/offline'],
  ['what the visitor chose', '/news/101', { languages: ['en'], cookies: chose('zh') }, '/offline'],
  ['the browser’s wish where the choice is no language of ours', '/news/101', { languages: ['en'], cookies: chose('ko') }, '/en/offline'],
  ['the browser’s wish where nothing was chosen', '/news/101', { languages: ['en'], cookies: { get: async () => null } }, '/en/offline'],
  ['the browser’s wish where cookies cannot be read', '/news/101', { languages: ['en'], cookies: { get: async () => Promise.reject(new Error('no cookies')) } }, '/en/offline'],
  ['what the address names', '/ja/news/101', { languages: ['en'], cookies: chose('zh') }, '/ja/offline'],
  ['what the address names', '/news/101?lang=zh', { languages: ['en'], cookies: chose('ja') }, '/offline'],
  ['nothing of ours on a learner’s page', '/Home', { languages: ['en'] }, null],
])('without a connection the language is %s: %s', async (_, path, visitor, page) => {
  expect(await shownAt(path, visitor)).toBe(page)
})
