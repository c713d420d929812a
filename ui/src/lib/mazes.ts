/** The kinds of mazes that can be made, and what to call them. */

import { maybe } from './i18n.svelte'

export const mazeKinds = ['perfect', 'braided', 'rooms', 'obstacles'] as const

export type MazeKind = (typeof mazeKinds)[number]

/** The name of a kind; one that the page does not know keeps its own. */
export function mazeName(kind: string): string {
  return maybe(`maze.${kind}`) ?? kind
}
