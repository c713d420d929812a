/** Which piece became which between two pictures, so that the board can move it there. */

import type { PlacedPiece } from '../api.types'

export interface Tracked extends PlacedPiece {
  id: number
}

let next = 1

export function track(before: readonly Tracked[], after: readonly PlacedPiece[], last: readonly number[]): Tracked[] {
  const left = new Map(before.map((piece) => [piece.cell, piece]))
  const tracked: (Tracked | undefined)[] = after.map((piece) => {
    const was = left.get(piece.cell)
    if (!was || was.kind !== piece.kind) return undefined
    // The same piece, or a disc that was turned over; a captured piece of the same kind moved here.
    if (was.owner !== piece.owner && last.length === 2) return undefined
    left.delete(piece.cell)
    // The very same object where nothing has changed: then nothing of it is drawn again.
    return was.owner === piece.owner && was.charged === piece.charged ? was : { ...piece, id: was.id }
  })
  return after.map((piece, index) => {
    const same = tracked[index]
    if (same) return same
    const from = nearest(left, piece, last)
    if (from) left.delete(from.cell)
    return { ...piece, id: from?.id ?? next++ }
  })
}

function nearest(left: Map<number, Tracked>, piece: PlacedPiece, last: readonly number[]): Tracked | undefined {
  const alike = [...left.values()].filter((was) => was.kind === piece.kind && was.owner === piece.owner)
  const moved = alike.find((was) => last.includes(was.cell))
  // Stones that are only ever placed do not wander.
  if (moved ?? last.length === 1) return moved
  return alike.sort((a, b) => Math.abs(a.cell - piece.cell) - Math.abs(b.cell - piece.cell))[0]
}
