/** Seats in games between two browsers: whoever has the key of a seat plays its side. This browser keeps its own. */

import type { BegunGame, SideName, SitReply } from '../api.types'
import { ApiError, post } from './api'

export interface Seat {
  side: SideName
  key: string
  /** What the link to the other seat holds, for whoever began the game. */
  invitation?: string
}

/** A key that was handed in, though it is not known yet whether it got the seat. */
type Kept = Omit<Seat, 'side'> & { side?: SideName }

const STORED = 'boyi.seats'
/** The oldest seats are forgotten. */
const MOST = 100

function all(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? '{}') as Record<string, Kept>
  } catch {
    return {}
  }
}

function write(id: string, kept: Kept | undefined) {
  const { [id]: _, ...others } = all()
  const newest = Object.entries(others).slice(-MOST)
  if (kept) newest.push([id, kept])
  try {
    localStorage.setItem(STORED, JSON.stringify(Object.fromEntries(newest)))
  } catch {
    // A browser that keeps nothing plays until the page is closed.
  }
}

export function keep(id: string, seat: Seat) {
  write(id, seat)
}

/** The seat that this browser has in a game. */
export function seatIn(id: string): Seat | undefined {
  const kept = all()[id]
  return kept?.side ? { ...kept, side: kept.side } : undefined
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Takes the seat that an invitation leads to. The key is kept before it is handed in: where the answer is lost, the
    next try brings the same one. */
export async function sit(id: string, invitation: string): Promise<Seat> {
  const key = all()[id]?.key ?? newKey()
  write(id, { key })
  try {
    const { side } = await post<SitReply>(`/api/games/${id}/sit`, { key }, null, invitation)
    const seat = { side, key }
    keep(id, seat)
    return seat
  } catch (error) {
    if (error instanceof ApiError) write(id, undefined)
    throw error
  }
}

/** Sits down in a game that this browser has begun; the other seat waits for whoever opens its link. */
export async function sitInOwn({ id, invitations }: BegunGame, side: SideName): Promise<void> {
  const [first, second] = invitations!
  const [own, other] = side === 'first' ? [first, second] : [second, first]
  keep(id, { ...(await sit(id, own)), invitation: other })
}

/** The link that leads to a game, and with an invitation to a seat in it. What stands after `#` is in no log. */
export function link(id: string, invitation?: string): string {
  return `${location.origin}/play/${id}${invitation ? `#seat=${invitation}` : ''}`
}

/** The invitation in the address, which is taken out of it: who copies the address now copies a link to watch. */
export function takeInvitation(): string | undefined {
  const invitation = new URLSearchParams(location.hash.slice(1)).get('seat') ?? undefined
  if (invitation) history.replaceState(null, '', location.pathname + location.search)
  return invitation
}
