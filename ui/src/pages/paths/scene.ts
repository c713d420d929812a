/** What stands on the path page: the map, the searches and the rules. */

export type Kind = 'maze' | 'supply' | 'roads'

export interface GridMap {
  kind: 'maze' | 'supply'
  rows: number
  cols: number
  /** A digit a cell: 0 free, 1 wall; in a maze 2 to 9 is what a free cell costs, with supplies 2 is one. */
  cells: string
  /** Cells counted row by row. */
  start: number
  goal: number
  /** Food the walker carries; 0 without supplies. */
  food: number
  /** The cells of a way that somebody answered with, drawn beside ours. */
  answer?: number[]
}

export interface RoadMap {
  kind: 'roads'
  /** Made to order, or a picture in base64. */
  source: { rows: number; cols: number; seed: number } | string
  /** States counted from 0; null for the first and the last. */
  from: number | null
  to: number | null
  /** How many of the best roads. */
  best: number
  formula: string
}

export interface Side {
  search: string
  /** A name, or nothing for the usual one. */
  heuristic: string
  /** How much to trust the heuristic; null for the usual. */
  weight: number | null
}

export interface Scene {
  map: GridMap | RoadMap
  sides: Side[]
  diagonal: boolean
  /** How many random cells change while walking. */
  changes: number
  /** How many agents there are. */
  agents: number
  seed: number
}

/** Cells the page draws at most, and searches it shows side by side. */
export const MOST_CELLS = 1024 * 1024
export const MOST_SIDES = 4

/** The search with its options, as the server reads it. */
export function spec({ search, heuristic, weight }: Side): string {
  return search + (heuristic ? `:heuristic=${heuristic}` : '') + (weight === null ? '' : `:weight=${weight}`)
}

/** What the server is sent: the text of the course's formats. */
export function textOf(map: GridMap): string {
  const lines: string[] = []
  const supply = map.kind === 'supply'
  const ends = supply ? put(put(map.cells, map.start, '3'), map.goal, '4') : map.cells
  for (let row = 0; row < map.rows; row++) {
    const line = ends.slice(row * map.cols, (row + 1) * map.cols)
    lines.push(supply ? [...line].join(' ') : line)
  }
  const head = supply ? `${map.rows} ${map.cols} ${map.food}\n` : ''
  return head + lines.join('\n') + '\n'
}

export function endsOf({ start, goal, cols }: GridMap): { entry: [number, number]; exit: [number, number] } {
  const cell = (at: number): [number, number] => [Math.floor(at / cols), at % cols]
  return { entry: cell(start), exit: cell(goal) }
}

/** Free ground all over, the ends a quarter from the sides as in a new game. */
export function emptyMap(kind: GridMap['kind'], rows: number, cols: number): GridMap {
  const middle = Math.floor(rows / 2) * cols
  const left = Math.floor(cols / 4)
  const cells = '0'.repeat(rows * cols)
  return {
    kind,
    rows,
    cols,
    cells,
    start: middle + left,
    goal: middle + cols - 1 - left,
    food: kind === 'supply' ? rows + cols : 0,
  }
}

/** The same map without walls, weights and supplies. */
export function cleared(map: GridMap): GridMap {
  return { ...map, cells: '0'.repeat(map.rows * map.cols) }
}

/** The same map with some cells painted over. Nothing is painted on start and goal. */
export function painted(map: GridMap, places: number[], digit: string): GridMap {
  const cells = [...map.cells]
  let changed = false
  for (const at of places) {
    if (at === map.start || at === map.goal || cells[at] === digit) continue
    cells[at] = digit
    changed = true
  }
  return changed ? { ...map, cells: cells.join('') } : map
}

/** The same map with its start or goal somewhere else: a wall there goes, the other end stays. */
export function moved(map: GridMap, end: 'start' | 'goal', to: number): GridMap {
  if (to === map.start || to === map.goal) return map
  const cells = map.cells[to] === '1' ? put(map.cells, to, '0') : map.cells
  return { ...map, cells, [end]: to }
}

function put(cells: string, at: number, digit: string): string {
  return cells.slice(0, at) + digit + cells.slice(at + 1)
}

/** The cells on a line between two, without the first: a fast hand leaves no gaps. */
export function line(from: number, to: number, cols: number): number[] {
  const [down, right] = [Math.floor(to / cols) - Math.floor(from / cols), (to % cols) - (from % cols)]
  const steps = Math.max(Math.abs(down), Math.abs(right))
  return Array.from({ length: steps }, (_, index) => {
    const share = (index + 1) / steps
    return from + Math.round(down * share) * cols + Math.round(right * share)
  })
}
