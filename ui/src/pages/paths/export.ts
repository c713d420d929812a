/** A trace to take home: as an animated SVG, as a GIF, or as JSON. */

import type { RoadTraces } from '../../api.types'
import { BOUND, DONE, EARLIER, OTHER, Show, WAITING, WALK, WALLED, WEIGHT, type Frames } from './trace'
import { AnimatedGif } from './gif'
import { between, rgb, type Palette } from './palette'
import { spec, textOf, type GridMap, type Side } from './scene'

/** More places than this make an SVG that nobody can open. */
export const MOST_SVG_PLACES = 12_000

/** How long the trace runs, and how long its last picture stands. */
const SECONDS = 12
const PAUSE = 3

function hex(colour: [number, number, number]): string {
  return '#' + colour.map((part) => part.toString(16).padStart(2, '0')).join('')
}

/** A place of a picture: its shape as a tag that is still open, and its own colour. */
interface Shape {
  open: (colour: string) => string
  tag: string
  colour: string
}

/** Each place that is seen changes colour when the search saw it; the way is drawn in the end. */
function animated(shapes: Shape[], frames: Frames, colours: Palette, points: string, thick: number): string[] {
  const show = new Show(frames, shapes.length)
  const steps = Math.max(1, show.steps)
  const moments = new Map<number, [number, string][]>()
  for (let step = 0; step < frames.count; step++) {
    show.goTo(step + 1)
    const changed = frames.walls.find((wall) => wall.at === step)
    const at = changed?.place ?? show.head
    if (at === undefined) continue
    const searched =
      show.look(at) === WAITING ? colours.waiting : hex(between(colours.near, colours.far, show.depth(at)))
    const colour = changed ? (changed.wall ? colours.wall : colours.free) : searched
    const list = moments.get(at) ?? []
    list.push([step / steps, colour])
    moments.set(at, list)
  }
  const whole = SECONDS + PAUSE
  const part = SECONDS / whole
  const out: string[] = []
  for (const [at, shape] of shapes.entries()) {
    const list = moments.get(at)
    if (!list) {
      out.push(`${shape.open(shape.colour)}/>`)
      continue
    }
    const values = [shape.colour, ...list.map(([, colour]) => colour)].join(';')
    const times = ['0', ...list.map(([time]) => Math.max(0.0001, time * part).toFixed(4))].join(';')
    out.push(
      `${shape.open(shape.colour)}><animate attributeName="fill" calcMode="discrete" dur="${whole}s" repeatCount="indefinite" values="${values}" keyTimes="${times}"/></${shape.tag}>`,
    )
  }
  if (frames.path.length > 1)
    out.push(
      `<polyline fill="none" stroke="${colours.path}" stroke-width="${thick}" stroke-linecap="round" stroke-linejoin="round" shape-rendering="auto" points="${points}"><animate attributeName="opacity" calcMode="discrete" dur="${whole}s" repeatCount="indefinite" values="0;1" keyTimes="0;${part.toFixed(4)}"/></polyline>`,
    )
  return out
}

/** A search through a maze. */
export function animatedSvg(puzzle: GridMap, frames: Frames, colours: Palette): string {
  const { rows, cols, cells } = puzzle
  const shapes = [...cells].map((cell, at): Shape => ({
    open: (colour) => `<rect x="${at % cols}" y="${Math.floor(at / cols)}" width="1" height="1" fill="${colour}"`,
    tag: 'rect',
    colour: ground(puzzle, cell, colours),
  }))
  const points = frames.path.map((at) => `${(at % cols) + 0.5},${Math.floor(at / cols) + 0.5}`).join(' ')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${cols} ${rows}" shape-rendering="crispEdges">`,
    ...animated(shapes, frames, colours, points, 0.34),
    ...supplies(puzzle).map((at) => dot(puzzle, at, colours.supply, 0.28)),
    dot(puzzle, puzzle.start, colours.start, 0.36),
    dot(puzzle, puzzle.goal, colours.goal, 0.36),
    '</svg>',
  ].join('\n')
}

/** A search across a road map. */
export function animatedMap(map: RoadTraces, frames: Frames, colours: Palette): string {
  const shapes = map.x.map((x, at): Shape => ({
    open: (colour) => `<use href="#s" x="${x + 0.5}" y="${map.y[at]! + 0.5}" fill="${colour}"`,
    tag: 'use',
    colour: `#${map.colours.slice(6 * at, 6 * at + 6)}`,
  }))
  const points = frames.path.map((at) => `${map.x[at]! + 0.5},${map.y[at]! + 0.5}`).join(' ')
  const end = (at: number, colour: string) =>
    `<circle cx="${map.x[at]! + 0.5}" cy="${map.y[at]! + 0.5}" r="3" fill="${colour}"/>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${map.width} ${map.height}">`,
    `<defs><path id="s" d="M0-6 4-2v4L0 6-4 2v-4z" stroke="#0009" stroke-width=".5"/></defs>`,
    ...animated(shapes, frames, colours, points, 2.5),
    end(map.from, colours.start),
    end(map.to, colours.goal),
    '</svg>',
  ].join('\n')
}

/** The colour of a cell that no search has seen. */
function ground({ kind }: GridMap, digit: string, colours: Palette): string {
  if (digit === '1') return colours.wall
  return kind === 'maze' && digit > '1' ? hex(between(colours.free, colours.heavy, Number(digit) / 9)) : colours.free
}

function supplies({ kind, cells }: GridMap): number[] {
  return kind === 'supply' ? [...cells].flatMap((cell, at) => (cell === '2' ? [at] : [])) : []
}

function dot(puzzle: GridMap, at: number, colour: string, radius: number): string {
  const [x, y] = [(at % puzzle.cols) + 0.5, Math.floor(at / puzzle.cols) + 0.5]
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}" shape-rendering="auto"/>`
}

/** Pictures a GIF has at most. */
const PICTURES = 120

export async function animatedGif(
  puzzle: GridMap,
  frames: Frames,
  colours: Palette,
  progress: (share: number) => void,
): Promise<Blob> {
  const { rows, cols, cells } = puzzle
  const cell = Math.max(1, Math.floor(Math.min(640 / cols, 640 / rows, 16)))
  const fixed = [
    colours.free,
    colours.wall,
    colours.waiting,
    colours.earlier,
    colours.path,
    colours.start,
    colours.goal,
    colours.supply,
  ]
  const SHADES = 64
  const HEAVY = fixed.length + SHADES
  const weights = Array.from({ length: 10 }, (_, weight) => between(colours.free, colours.heavy, weight / 9))
  const table = [
    ...fixed.map(rgb),
    ...Array.from({ length: SHADES }, (_, shade) => between(colours.near, colours.far, shade / (SHADES - 1))),
    ...weights,
  ]
  const writer = new AnimatedGif(cols * cell, rows * cell, table)
  const show = new Show(frames, cells.length)
  const pixels = new Uint8Array(cols * cell * rows * cell)
  const isSupply = puzzle.kind === 'supply'
  const pictures = Math.min(PICTURES, Math.max(1, frames.count))
  for (let picture = 0; picture <= pictures; picture++) {
    show.goTo(picture === pictures ? show.steps : (picture * frames.count) / pictures)
    const way = new Set(show.path())
    for (let at = 0; at < cells.length; at++) {
      const state = show.look(at)
      const wall = show.isWall(at, cells[at] === '1')
      const weight = isSupply ? 0 : Number(cells[at])
      let colour = wall ? 1 : at === puzzle.start ? 5 : at === puzzle.goal ? 6 : isSupply && cells[at] === '2' ? 7 : 0
      if (colour === 0 && way.has(at)) colour = 4
      else if (colour === 0 && state === WAITING) colour = 2
      else if (colour === 0 && state === EARLIER) colour = 3
      else if (colour === 0 && state === DONE) colour = 8 + Math.floor((SHADES - 1) * show.depth(at))
      else if (colour === 0 && weight > 1) colour = HEAVY + weight
      const [left, top] = [(at % cols) * cell, Math.floor(at / cols) * cell]
      for (let y = top; y < top + cell; y++) pixels.fill(colour, y * cols * cell + left, y * cols * cell + left + cell)
    }
    writer.add(pixels, picture === pictures ? 100 * PAUSE : Math.max(4, Math.round((100 * SECONDS) / pictures)))
    progress(picture / pictures)
    // Lets the page breathe.
    if (picture % 8 === 0) await new Promise((resume) => setTimeout(resume))
  }
  return writer.finish()
}

/** The events of a search as `boyi maze --trace` writes them, with the map they are of. */
export function traceJson(map: GridMap | undefined, side: Side, frames: Frames): string {
  const at = (place: number) => (map ? [Math.floor(place / map.cols), place % map.cols] : place + 1)
  const names = ['opened', 'expanded', 'reopened']
  const event = (index: number): Record<string, unknown> => {
    const [place, g, h] = [frames.place[index]!, frames.g[index]!, frames.h[index]!]
    if (frames.kind[index] !== OTHER) return { event: names[frames.kind[index]!], at: at(place), g, h }
    if (h === BOUND) return { event: 'bound', iteration: place, bound: g }
    if (h === WEIGHT) return { event: 'weight', iteration: place, weight: g / 1000 }
    if (h === WALK) return { event: 'walk', walker: frames.load?.[index] ?? 0, at: at(place) }
    return { event: h === WALLED ? 'walled' : 'freed', at: at(place) }
  }
  const events = Array.from({ length: frames.count }, (_, index) => event(index))
  if (frames.path.length > 0) events.push({ event: 'path', at: frames.path.map(at) })
  const of = map
    ? { kind: map.kind, rows: map.rows, cols: map.cols, start: at(map.start), goal: at(map.goal), map: textOf(map) }
    : { kind: 'roads' }
  return JSON.stringify({ ...of, algorithm: spec(side), dropped: frames.total - frames.count, events })
}
