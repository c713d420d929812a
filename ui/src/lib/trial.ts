/** Another try at a mistake. */

import type { MoveText, MoveVerdict } from '../api.types'
import type { Node } from './study.svelte'

export interface Trial {
  /** The mistake; the position before it is on the board. */
  node: Node
  state: 'ask' | 'checking' | 'right' | 'wrong' | 'solution'
  /** The move that was tried. */
  tried: string
  verdict: MoveVerdict | undefined
  /** What refutes it, or what was right. */
  line: MoveText[]
}
