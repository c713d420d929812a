/** Requests to the server, or to the engines of this browser where there is none. Types come from the server's own; see `api.types.ts`. */

import type { ErrorReply, GameCard } from '../api.types'
import { t } from './i18n.svelte'
import { settings } from './settings.svelte'
import { alone } from '../local/where'

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly reply: ErrorReply,
  ) {
    super(reply.message.en)
  }

  /** The sentence for the reader. */
  get words(): string {
    return this.reply.message[settings.language]
  }
}

/** What to say about anything that was thrown. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.words
  if (error instanceof TypeError) return t('error.offline')
  return String(error)
}

async function request(path: string, init?: RequestInit): Promise<Response> {
  if (!alone) return fetch(path, init)
  const { answer } = await import('../local/requests')
  return answer(path, init)
}

async function answered<T>(response: Response): Promise<T> {
  if (response.ok) return response.status === 204 ? (undefined as T) : ((await response.json()) as T)
  let reply: ErrorReply
  try {
    reply = await response.json()
  } catch {
    const text = `${response.status} ${response.statusText}`
    reply = { error: 'http', message: { en: text, zh: text } }
  }
  throw new ApiError(response.status, reply)
}

export async function get<T>(path: string): Promise<T> {
  return answered<T>(await request(path))
}

/** What lets somebody into a seat of a game: its key, or an invitation. */
const seatHeader = (seat?: string): Record<string, string> => (seat ? { 'x-boyi-seat': seat } : {})

/** `signal` ends the request, and with it the work of the server. */
export async function post<T>(
  path: string,
  body: unknown = {},
  signal: AbortSignal | null = null,
  seat?: string,
): Promise<T> {
  const headers = { 'content-type': 'application/json', ...seatHeader(seat) }
  return answered<T>(await request(path, { method: 'POST', headers, body: JSON.stringify(body), signal }))
}

export async function postBytes<T>(
  path: string,
  body: Blob,
  type: string,
  signal: AbortSignal | null = null,
): Promise<T> {
  return answered<T>(await request(path, { method: 'POST', headers: { 'content-type': type }, body, signal }))
}

export async function remove(path: string, seat?: string): Promise<void> {
  return answered<void>(await request(path, { method: 'DELETE', headers: { ...seatHeader(seat) } }))
}

/** Text that is JSON already. A page that is being closed lets it finish. */
export async function put(path: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  // Browsers let only small requests outlive their page.
  const keepalive = body.length < 60_000
  return answered<void>(await request(path, { method: 'PUT', headers, body, keepalive }))
}

let cards: Promise<GameCard[]> | undefined

/** The games; asked for once. */
export function catalogue(): Promise<GameCard[]> {
  cards ??= get<GameCard[]>('/api/catalogue').catch((error) => {
    cards = undefined
    throw error
  })
  return cards
}
