/** What modules ask the browser for when they are loaded, for unit tests in Node. */

import { vi } from 'vitest'

const address = { pathname: '/', search: '', origin: 'http://localhost' }

function visit(to: string) {
  const { pathname, search } = new URL(to, address.origin)
  Object.assign(address, { pathname, search })
}

vi.stubGlobal('location', address)
vi.stubGlobal('history', {
  pushState: (_state: unknown, _title: string, to: string) => visit(to),
  replaceState: (_state: unknown, _title: string, to: string) => visit(to),
})
vi.stubGlobal('navigator', { language: 'en-GB', languages: ['en-GB'] })
vi.stubGlobal('matchMedia', () => ({ matches: false }))
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('scrollTo', () => {})
