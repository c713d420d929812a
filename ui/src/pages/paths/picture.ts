/** A maze and a search on it, a pixel a cell. Only what has changed is painted again. */

import { DONE, EARLIER, UNSEEN, WAITING, type Show } from './trace'
import { between, rgb, type Palette } from './palette'
import type { GridMap } from './scene'

const SHADES = 64

function packed([red, green, blue]: [number, number, number]): number {
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0
}

export class Picture {
  readonly canvas = document.createElement('canvas')
  private readonly pen: CanvasRenderingContext2D
  private readonly image: ImageData
  private readonly pixels: Uint32Array
  private readonly shades: Uint32Array
  private readonly colours: Record<'free' | 'wall' | 'waiting' | 'earlier' | 'path', number>
  private readonly weights: number[]
  private cells = ''
  /** Whether digits from 2 on are weights. */
  private weighs = true
  private show: Show | undefined
  private way: number[] = []
  /** How often the way passes each cell: with supplies it may come back. */
  private readonly onWay: Uint16Array

  constructor(
    { rows, cols }: GridMap,
    palette: Palette,
    private readonly dark: boolean,
  ) {
    this.canvas.width = cols
    this.canvas.height = rows
    this.pen = this.canvas.getContext('2d')!
    this.image = new ImageData(cols, rows)
    this.pixels = new Uint32Array(this.image.data.buffer)
    this.onWay = new Uint16Array(rows * cols)
    this.shades = Uint32Array.from({ length: SHADES }, (_, shade) =>
      packed(between(palette.near, palette.far, shade / (SHADES - 1))),
    )
    this.weights = Array.from({ length: 10 }, (_, weight) => packed(between(palette.free, palette.heavy, weight / 9)))
    const colour = (name: 'free' | 'wall' | 'waiting' | 'earlier' | 'path') => packed(rgb(palette[name]))
    this.colours = {
      free: colour('free'),
      wall: colour('wall'),
      waiting: colour('waiting'),
      earlier: colour('earlier'),
      path: colour('path'),
    }
  }

  fits({ rows, cols }: GridMap, dark: boolean): boolean {
    return this.canvas.width === cols && this.canvas.height === rows && this.dark === dark
  }

  /** Paints what has changed, and a way where it is wanted. Returns how many cells were painted. */
  update({ cells, cols, rows, kind }: GridMap, show: Show | undefined, way: number[]): number {
    const { pixels } = this
    let painted = 0
    let [top, bottom] = [rows, 0]
    const touch = (cell: number) => {
      pixels[cell] = this.colour(cell)
      painted += 1
      const row = Math.floor(cell / cols)
      if (row < top) top = row
      if (row >= bottom) bottom = row + 1
    }
    const fresh = !show || show.all || this.show !== show || this.cells !== cells
    const changed = show?.changed ?? []
    this.cells = cells
    this.weighs = kind === 'maze'
    this.show = show
    if (show) {
      show.all = false
      show.changed = []
    }
    // Ways have their beginning in common: only where they part is there anything to do.
    let same = 0
    while (same < way.length && same < this.way.length && way[same] === this.way[same]) same++
    const [gone, come] = [this.way.slice(same), way.slice(same)]
    for (const cell of gone) this.onWay[cell]! -= 1
    for (const cell of come) this.onWay[cell]! += 1
    this.way = way
    if (fresh) {
      for (let cell = 0; cell < pixels.length; cell++) pixels[cell] = this.colour(cell)
      painted = pixels.length
      ;[top, bottom] = [0, rows]
    } else for (const list of [changed, gone, come]) list.forEach(touch)
    if (bottom > top) this.pen.putImageData(this.image, 0, 0, 0, top, cols, bottom - top)
    return painted
  }

  private colour(cell: number): number {
    if (this.onWay[cell]! > 0) return this.colours.path
    const wall = this.cells[cell] === '1'
    if (this.show?.isWall(cell, wall) ?? wall) return this.colours.wall
    switch (this.show?.look(cell) ?? UNSEEN) {
      case WAITING:
        return this.colours.waiting
      case EARLIER:
        return this.colours.earlier
      case DONE:
        return this.shades[Math.floor((SHADES - 1) * this.show!.depth(cell))]!
      default: {
        const digit = Number(this.cells[cell])
        return this.weighs && digit > 1 ? this.weights[digit]! : this.colours.free
      }
    }
  }
}
