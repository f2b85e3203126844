// Shows a page of ours when a visitor of a public page has no connection. It keeps nothing else, and never touches a page of learners:
// an old copy of those would be worse than none.
const kept = 'offline-1'
const languages = ['zh', 'en', 'ja']
const pages = ['/offline', '/en/offline', '/ja/offline']
const publicPath = /^\/(?:(?:en|ja)\/)?(?:login|register|resetPassword|news|certificate|receipt|accessibility|App\w+|FZApp\w+)(?:\/|$)/

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(pages)).then(() => self.skipWaiting()))
})
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== kept).map((name) => caches.delete(name)))))
})
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  // A frame of another site stays what it is: passed on it would look like a link.
  if (event.request.mode !== 'navigate' || event.request.destination !== 'document' || !publicPath.test(url.pathname)) return
  event.respondWith(fetch(event.request).catch(async () => caches.match(pages[languages.indexOf(await languageOf(url))])))
})

/** As the server chooses (`lib/request/right-address.ts`, `lib/domain/locale.ts`): what the address names, then the visitor's choice, then the browser's wishes. */
async function languageOf({ pathname, searchParams }) {
  // Not every browser lets a worker read cookies.
  const chosen = await self.cookieStore?.get('lang').catch(() => null)
  const wishes = [searchParams.get('lang'), pathname.split('/')[1], chosen?.value, ...self.navigator.languages.map((tag) => tag.toLowerCase().split('-')[0])]
  return wishes.find((wish) => languages.includes(wish)) ?? 'zh'
}
