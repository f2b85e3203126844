// Shows a page of ours when a visitor of a public page has no connection. It keeps nothing else, and never touches a page of learners:
// an old copy of those would be worse than none.
const kept = 'offline-1'
const pages = ['/offline', '/en/offline', '/ja/offline']
const publicPath = /^\/(?:(?:en|ja)\/)?(?:login|register|resetPassword|news|certificate|receipt|accessibility|App\w+|FZApp\w+)(?:\/|$)/

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(pages)).then(() => self.skipWaiting()))
})
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== kept).map((name) => caches.delete(name)))))
})
self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  // A frame of another site stays what it is: passed on it would look like a link.
  if (event.request.mode !== 'navigate' || event.request.destination !== 'document' || !publicPath.test(pathname)) return
  const language = /^\/(en|ja)\//.exec(pathname)
  event.respondWith(fetch(event.request).catch(() => caches.match(language ? `/${language[1]}/offline` : '/offline')))
})
