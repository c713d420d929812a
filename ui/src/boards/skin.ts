/** How each game looks. A new game is one line here: a ground, a piece, and how they move. */

import type { Component } from 'svelte'
import type { Board, SideName, PlacedPiece } from '../api.types'
import { maybe } from '../lib/i18n.svelte'
import GarlicGround from './GarlicGround.svelte'
import GarlicPiece from './GarlicPiece.svelte'
import GomokuGround from './GomokuGround.svelte'
import PlainGround from './PlainGround.svelte'
import ReversiGround from './ReversiGround.svelte'
import StonePiece from './StonePiece.svelte'
import XiangqiGround from './XiangqiGround.svelte'
import XiangqiPiece from './XiangqiPiece.svelte'

export interface GroundProps {
  board: Board
  flipped: boolean
  heat: boolean
}

export interface PieceProps {
  piece: PlacedPiece
  /** Its middle. */
  x?: number
  y?: number
  /** Nothing is animated. */
  still?: boolean
}

export interface Skin {
  Ground: Component<GroundProps>
  Piece: Component<PieceProps>
  /** Pieces stay where they are put, and know where that is: a browser draws hundreds of them much faster than
      if each had a transformation of its own. */
  placed?: boolean
  /** Colours of the sides, for arrows, lists and the evaluation bar. */
  colours: [string, string]
}

const skins: Record<string, Skin> = {
  reversi: { Ground: ReversiGround, Piece: StonePiece, placed: true, colours: ['#1d2321', '#f6f3ea'] },
  gomoku: { Ground: GomokuGround, Piece: StonePiece, placed: true, colours: ['#1d2321', '#f6f3ea'] },
  xiangqi: { Ground: XiangqiGround, Piece: XiangqiPiece, colours: ['#b3261e', '#22302c'] },
  garlic: { Ground: GarlicGround, Piece: GarlicPiece, colours: ['#7b4fa3', '#3f8a4f'] },
}

const plain: Skin = { Ground: PlainGround, Piece: StonePiece, colours: ['#1d2321', '#f6f3ea'] }

export function skin(game: string): Skin {
  return skins[game] ?? plain
}

/** What people call a side, by our own words for the game or else by the server's. */
export function sideName(game: string, side: SideName, fallback?: string): string {
  return maybe(`side.${game}.${side}`) ?? fallback ?? side
}

export function pieceName(game: string, kind: string): string {
  return maybe(`piece.${game}.${kind}`) ?? kind
}
