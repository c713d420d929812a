// Written by `boyi page`: keeps this folder's files, so that the page works offline after one visit.

const NAME = `boyi ${registration.scope} `
const VERSION = NAME + '{VERSION}'
/** What the page cannot open without, and what its engines need when they are used. */
const FIRST = {FIRST}
const LATER = {LATER}

const cached = (path) => caches.match(new URL(path, registration.scope), { ignoreSearch: true, ignoreVary: true })

async function keep(paths) {
  const cache = await caches.open(VERSION)
  for (const path of paths) {
    const address = new URL(path, registration.scope)
    if (await cache.match(address)) continue
    const response = await fetch(address, { cache: 'no-cache' })
    if (!response.ok) throw new TypeError(`${address}: ${response.status}`)
    await cache.put(address, response)
  }
}

self.addEventListener('install', (event) => {
  event.waitUntil(keep(FIRST).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  const clean = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== VERSION)
    await Promise.all(old.map((name) => caches.delete(name)))
    await self.clients.claim()
  }
  event.waitUntil(clean())
})

// The page asks for the rest once it has nothing better to do, and hears when it is there.
self.addEventListener('message', (event) => {
  event.waitUntil(keep(LATER).then(() => event.source.postMessage('kept')))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(registration.scope)) return
  const path = request.mode === 'navigate' ? 'index.html' : request.url
  event.respondWith(cached(path).then((response) => response ?? fetch(request)))
})
