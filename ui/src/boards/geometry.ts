/** Where cells are drawn: a hundred units a cell, the board seen from either side. */

export interface Point {
  x: number
  y: number
}

export class Geometry {
  constructor(
    readonly rows: number,
    readonly cols: number,
    readonly flipped: boolean,
  ) {}

  at(cell: number): Point {
    const row = Math.floor(cell / this.cols)
    const col = cell % this.cols
    const [r, c] = this.flipped ? [this.rows - 1 - row, this.cols - 1 - col] : [row, col]
    return { x: 100 * c + 50, y: 100 * r + 50 }
  }

  /** The cell under a point of the drawing. */
  cell(point: Point): number | undefined {
    let col = Math.floor(point.x / 100)
    let row = Math.floor(point.y / 100)
    if (this.flipped) [row, col] = [this.rows - 1 - row, this.cols - 1 - col]
    return row >= 0 && row < this.rows && col >= 0 && col < this.cols ? row * this.cols + col : undefined
  }

  /** The next cell in a direction as seen on the screen; the same at the edge. */
  step(cell: number, dx: number, dy: number): number {
    const { x, y } = this.at(cell)
    return this.cell({ x: x + 100 * dx, y: y + 100 * dy }) ?? cell
  }
}
