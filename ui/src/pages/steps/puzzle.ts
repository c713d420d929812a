/** A maze, a maze with supplies or a road map as the page holds it: letters a cell, and where to go. */

export type Kind = 'maze' | 'supply' | 'roads'

export interface GridPuzzle {
  kind: 'maze' | 'supply'
  rows: number
  cols: number
  /** 0 free, 1 wall, 2 supply, 3 start, 4 goal; start and goal stand in both kinds. */
  cells: string
  food: number
  diagonal: boolean
}

/** What the server is sent: the text of the course's formats. */
export function textOf(puzzle: GridPuzzle): string {
  const lines: string[] = []
  for (let row = 0; row < puzzle.rows; row++) {
    const line = puzzle.cells.slice(row * puzzle.cols, (row + 1) * puzzle.cols)
    lines.push(puzzle.kind === 'maze' ? line.replace(/[34]/g, '0') : [...line].join(' '))
  }
  const head = puzzle.kind === 'supply' ? `${puzzle.rows} ${puzzle.cols} ${puzzle.food}\n` : ''
  return head + lines.join('\n') + '\n'
}

export function endsOf(puzzle: GridPuzzle): { entry: [number, number] | null; exit: [number, number] | null } {
  const cell = (letter: string): [number, number] | null => {
    const at = puzzle.cells.indexOf(letter)
    return at < 0 ? null : [Math.floor(at / puzzle.cols), at % puzzle.cols]
  }
  return { entry: cell('3'), exit: cell('4') }
}

/** The same puzzle with one cell painted over. Start and goal move; they are never lost. */
export function painted(puzzle: GridPuzzle, at: number, brush: string): GridPuzzle {
  const old = puzzle.cells[at]
  if (old === brush || old === '3' || old === '4') return puzzle
  let cells = puzzle.cells
  if (brush === '3' || brush === '4') cells = cells.replace(brush, '0')
  return { ...puzzle, cells: cells.slice(0, at) + brush + cells.slice(at + 1) }
}
