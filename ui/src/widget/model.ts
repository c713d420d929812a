/** What the widget and Python say to each other, by way of anywidget. */

import type { Board, LegalChoice, Localized } from '../api.types'

/** Everything that is drawn. */
export interface Scene {
  game: string
  board: Board
  legal: LegalChoice[]
  flipped: boolean
  /** Whose turn it is, or how the game ended. */
  message: Localized
  /** Do both sides choose at once? */
  rounds: boolean
  language: 'en' | 'zh' | null
}

/** The part of anywidget's model that we use. */
export interface Model {
  get(name: 'scene'): Scene
  on(event: string, listener: () => void): void
  off(event: string, listener: () => void): void
  send(content: { side: string; move: string }): void
}
