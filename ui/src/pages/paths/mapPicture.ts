/** A road map and a search on it. Only states that have changed are painted again. */

import type { RoadTraces } from '../../api.types'
import { DONE, UNSEEN, WAITING, type Show } from './trace'

/** What lies over a state that was seen. */
const VEILS: Record<number, string> = { [WAITING]: '#f2a93bee', [DONE]: '#ffffffb0' }

/** The outline of a state around its centre. */
export function hexagon(pen: CanvasRenderingContext2D, x: number, y: number) {
  for (const [right, down] of [
    [0, -6],
    [4, -2],
    [4, 2],
    [0, 6],
    [-4, 2],
    [-4, -2],
  ] as const)
    pen.lineTo(x + 0.5 + right, y + 0.5 + down)
  pen.closePath()
}

export class MapPicture {
  readonly canvas = document.createElement('canvas')
  private readonly pen: CanvasRenderingContext2D
  private show: Show | undefined
  private veiled = false
  private fresh = true

  constructor(readonly map: RoadTraces) {
    const factor = Math.min(4, 4000 / Math.max(map.width, map.height))
    this.canvas.width = Math.round(map.width * factor)
    this.canvas.height = Math.round(map.height * factor)
    this.pen = this.canvas.getContext('2d')!
    this.pen.scale(this.canvas.width / map.width, this.canvas.height / map.height)
    this.pen.fillStyle = '#fff'
    this.pen.fillRect(0, 0, map.width, map.height)
    this.pen.strokeStyle = '#4a4a4a'
    this.pen.lineWidth = 0.4
  }

  /** Paints what has changed: the veil is lifted in the end, so that the roads are seen. Returns how many states were painted. */
  update(show: Show | undefined): number {
    const veiled = show !== undefined && show.at > 0 && !show.done
    const all = this.fresh || show === undefined || show.all || this.show !== show || this.veiled !== veiled
    this.show = show
    this.veiled = veiled
    this.fresh = false
    const states = all ? this.map.x.keys() : new Set(show.changed)
    let painted = 0
    for (const state of states) {
      this.paint(state)
      painted += 1
    }
    if (show) {
      show.all = false
      show.changed = []
    }
    return painted
  }

  private paint(state: number) {
    const { map, pen } = this
    const veil = VEILS[(this.veiled && this.show?.look(state)) || UNSEEN]
    pen.fillStyle = `#${map.colours.slice(6 * state, 6 * state + 6)}`
    pen.beginPath()
    hexagon(pen, map.x[state]!, map.y[state]!)
    pen.fill()
    if (veil) {
      pen.fillStyle = veil
      pen.fill()
    }
    pen.stroke()
  }
}
