/** A move chosen while the opponent thinks. The page knows no rules, so anything may be chosen; whether it is
    legal shows when the turn comes. */

import type { Board, LegalChoice, SideName } from '../api.types'

export interface Premove {
  from: number | null
  to: number
}

/** What may be chosen ahead: any empty cell, or any other cell for each piece of one's own. */
export function choicesAhead(board: Board, side: SideName, piecesMove: boolean): LegalChoice[] {
  const cells = Array.from({ length: board.rows * board.cols }, (_, cell) => cell)
  const choice = (from: number | null, to: number): LegalChoice => ({ side, text: '', from, to })
  if (piecesMove) {
    const own = board.pieces.filter((piece) => piece.owner === side)
    return own.flatMap(({ cell: from }) => cells.filter((to) => to !== from).map((to) => choice(from, to)))
  }
  const taken = new Set(board.pieces.map((piece) => piece.cell))
  return cells.filter((cell) => !taken.has(cell)).map((cell) => choice(null, cell))
}

/** The legal move that was meant, if there is one. */
export function meant(legal: LegalChoice[], premove: Premove): LegalChoice | undefined {
  return legal.find((choice) => choice.to === premove.to && choice.from === premove.from)
}
