/** The kinds of mazes that can be made, and what to call them. */

export const grounds = ['perfect', 'braided', 'rooms', 'obstacles'] as const

export type Ground = (typeof grounds)[number]

const names: Record<Ground, { en: string; zh: string }> = {
  perfect: { en: 'Perfect maze', zh: '完美迷宫' },
  braided: { en: 'Maze with loops', zh: '有环路的迷宫' },
  rooms: { en: 'Rooms', zh: '房间' },
  obstacles: { en: 'Strewn walls', zh: '散布的障碍' },
}

/** The name of a kind in both languages; one that is not known here keeps its own. */
export function groundName(kind: string): { en: string; zh: string } {
  return names[kind as Ground] ?? { en: kind, zh: kind }
}
