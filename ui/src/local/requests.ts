/** Requests of a page without a server: most are answered by the engines of this browser, games and studies are kept
    in it, and what needs a server says so. */

import { ask } from './engines'
import * as games from './games'
import { folder } from './where'

const SERVER = {
  error: 'server',
  message: {
    en: 'This needs a server: run `boyi serve` on a machine of your own.',
    zh: '这需要服务器：请在自己的机器上运行 `boyi serve`。',
  },
}

export function json(value: unknown, status = 200): Response {
  if (value === undefined) return new Response(null, { status: 204 })
  return new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })
}

/** As `fetch`, for paths of the API. */
export async function answer(path: string, init: RequestInit = {}): Promise<Response> {
  const method = init.method ?? 'GET'
  const [first, second] = path.replace('/api/', '').split(/[/?]/)
  if (path === '/api/catalogue') {
    // The first board needs no engine.
    const written = await fetch(new URL('../api/catalogue.json', folder()))
    if (written.ok) return written
  }
  if (first === 'games') return games.answer(method, path, init)
  if (first === 'studies') return study(method, `boyi.study.${second}`, init)
  if (['watch', 'bots', 'workers', 'contests', 'records'].includes(first ?? '')) return json(SERVER, 501)
  const body = init.body ? new Uint8Array(await new Response(init.body).arrayBuffer()) : new Uint8Array()
  return ask(method, path, body, init.signal)
}

async function study(method: string, key: string, init: RequestInit): Promise<Response> {
  if (method === 'GET') return json({ study: JSON.parse(localStorage.getItem(key) ?? 'null') })
  localStorage.setItem(key, await new Response(init.body).text())
  return json(undefined)
}
