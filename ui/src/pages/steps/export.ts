/** A film to take home: as an animated SVG or as a GIF. */

import { DONE, EARLIER, Show, WAITING, type Frames } from './film'
import { GifWriter } from './gif'
import { between, rgb, type Palette } from './palette'
import type { GridPuzzle } from './puzzle'

/** More cells than this make an SVG that nobody can open. */
export const MOST_SVG_CELLS = 12_000

/** How long the film runs, and how long its last picture stands. */
const SECONDS = 12
const PAUSE = 3

function hex(colour: [number, number, number]): string {
  return '#' + colour.map((part) => part.toString(16).padStart(2, '0')).join('')
}

/** Each cell that is seen changes colour when the search saw it; the way is drawn in the end. */
export function animatedSvg(puzzle: GridPuzzle, frames: Frames, colours: Palette): string {
  const { rows, cols, cells } = puzzle
  const show = new Show(frames, cells.length)
  const steps = Math.max(1, show.steps)
  const moments = new Map<number, [number, string][]>()
  const most = frames.most
  for (let step = 0; step < frames.count; step++) {
    show.goTo(step + 1)
    const at = show.head
    if (at === undefined) continue
    const state = show.state[at]
    const colour = state === WAITING ? colours.waiting : hex(between(colours.near, colours.far, Math.min(1, show.g[at]! / most)))
    const list = moments.get(at) ?? []
    list.push([step / steps, colour])
    moments.set(at, list)
  }
  const whole = SECONDS + PAUSE
  const part = SECONDS / whole
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${cols} ${rows}" shape-rendering="crispEdges">`,
    `<rect width="${cols}" height="${rows}" fill="${colours.free}"/>`,
  ]
  for (let at = 0; at < cells.length; at++) {
    const [x, y] = [at % cols, Math.floor(at / cols)]
    if (cells[at] === '1') out.push(`<rect x="${x}" y="${y}" width="1" height="1" fill="${colours.wall}"/>`)
    const list = moments.get(at)
    if (!list) continue
    const values = [colours.free, ...list.map(([, colour]) => colour)].join(';')
    const times = ['0', ...list.map(([time]) => Math.max(0.0001, time * part).toFixed(4))].join(';')
    out.push(
      `<rect x="${x}" y="${y}" width="1" height="1" fill="${colours.free}"><animate attributeName="fill" calcMode="discrete" dur="${whole}s" repeatCount="indefinite" values="${values}" keyTimes="${times}"/></rect>`,
    )
  }
  for (let at = 0; at < cells.length; at++)
    if (cells[at] === '2') out.push(dot(puzzle, at, colours.supply, 0.28))
  if (frames.path.length > 1) {
    const points = frames.path.map((at) => `${(at % cols) + 0.5},${Math.floor(at / cols) + 0.5}`).join(' ')
    out.push(
      `<polyline fill="none" stroke="${colours.path}" stroke-width=".34" stroke-linecap="round" stroke-linejoin="round" shape-rendering="auto" points="${points}"><animate attributeName="opacity" calcMode="discrete" dur="${whole}s" repeatCount="indefinite" values="0;1" keyTimes="0;${part.toFixed(4)}"/></polyline>`,
    )
  }
  out.push(dot(puzzle, cells.indexOf('3'), colours.start, 0.36), dot(puzzle, cells.indexOf('4'), colours.goal, 0.36), '</svg>')
  return out.join('\n')
}

function dot(puzzle: GridPuzzle, at: number, colour: string, radius: number): string {
  if (at < 0) return ''
  const [x, y] = [(at % puzzle.cols) + 0.5, Math.floor(at / puzzle.cols) + 0.5]
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}" shape-rendering="auto"/>`
}

/** Pictures a GIF has at most. */
const PICTURES = 120

export async function animatedGif(
  puzzle: GridPuzzle,
  frames: Frames,
  colours: Palette,
  progress: (share: number) => void,
): Promise<Blob> {
  const { rows, cols, cells } = puzzle
  const cell = Math.max(1, Math.floor(Math.min(640 / cols, 640 / rows, 16)))
  const fixed = [colours.free, colours.wall, colours.waiting, colours.earlier, colours.path, colours.start, colours.goal, colours.supply]
  const SHADES = 64
  const table = [
    ...fixed.map(rgb),
    ...Array.from({ length: SHADES }, (_, shade) => between(colours.near, colours.far, shade / (SHADES - 1))),
  ]
  const writer = new GifWriter(cols * cell, rows * cell, table)
  const show = new Show(frames, cells.length)
  const pixels = new Uint8Array(cols * cell * rows * cell)
  const most = frames.most
  const letters: Record<string, number> = { '1': 1, '2': 7, '3': 5, '4': 6 }
  const pictures = Math.min(PICTURES, Math.max(1, frames.count))
  for (let picture = 0; picture <= pictures; picture++) {
    show.goTo(picture === pictures ? show.steps : (picture * frames.count) / pictures)
    const way = new Set(show.path())
    for (let at = 0; at < cells.length; at++) {
      const state = show.state[at]
      let colour = letters[cells[at]!] ?? 0
      if (colour === 0 && way.has(at)) colour = 4
      else if (colour === 0 && state === WAITING) colour = 2
      else if (colour === 0 && state === EARLIER) colour = 3
      else if (colour === 0 && state === DONE) colour = 8 + Math.min(SHADES - 1, Math.floor(((SHADES - 1) * show.g[at]!) / most))
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

export function save(blob: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
