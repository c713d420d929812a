/** A film of a path search: narrow columns from the server, unpacked and played frame by frame. */

import type { Film } from '../../api.types'

export const OPENED = 0
export const EXPANDED = 1
export const REOPENED = 2
export const BOUND = 3

export interface Frames {
  count: number
  total: number
  kind: Uint8Array
  place: Uint32Array
  g: Float64Array
  h: Float64Array
  load: Uint32Array | undefined
  path: number[]
  /** The highest cost of all, for shading. */
  most: number
}

function bytes(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}

/** Reads a column of differences: seven bits a byte, the sign in the lowest bit. */
function unpack(text: string, put: (index: number, value: number) => void): number {
  const column = bytes(text)
  let at = 0
  let index = 0
  let value = 0
  while (at < column.length) {
    let folded = 0
    let unit = 1
    let byte: number
    do {
      byte = column[at++]!
      folded += (byte & 0x7f) * unit
      unit *= 128
    } while (byte >= 0x80)
    value += folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2
    put(index++, value)
  }
  return index
}

export function framesOf(film: Film): Frames {
  const count = film.frames
  const packed = bytes(film.kinds)
  const frames: Frames = {
    count,
    total: film.total,
    kind: Uint8Array.from({ length: count }, (_, index) => (packed[index >> 2]! >> (2 * (index & 3))) & 3),
    place: new Uint32Array(count),
    g: new Float64Array(count),
    h: new Float64Array(count),
    load: film.loads ? new Uint32Array(count) : undefined,
    path: [],
    most: 1,
  }
  unpack(film.places, (index, value) => (frames.place[index] = value))
  unpack(film.g, (index, value) => (frames.g[index] = value))
  unpack(film.h, (index, value) => (frames.h[index] = value))
  if (film.loads) unpack(film.loads, (index, value) => (frames.load![index] = value))
  unpack(film.path, (_, value) => frames.path.push(value))
  for (let index = 0; index < count; index++)
    if (frames.kind[index] === EXPANDED && frames.g[index]! > frames.most) frames.most = frames.g[index]!
  return frames
}

/** What a place looks like: never seen, waiting, done, done in an earlier round. */
export const UNSEEN = 0
export const WAITING = 1
export const DONE = 2
export const EARLIER = 3

const NONE = 0xffffffff

/** The state of a search after some of its frames. */
export class Show {
  /** Frames played; one more than there are shows the path. */
  at = 0
  readonly state: Uint8Array
  readonly g: Float64Array
  readonly h: Float64Array
  readonly load: Uint32Array | undefined
  expanded = 0
  generated = 0
  waiting = 0
  round = 0
  bound = 0
  /** The frame in which a place was last opened, and the one before that. */
  private readonly opened: Uint32Array
  private readonly openedBefore: Uint32Array
  /** The frame that opened the place from which this frame's place was reached. */
  private readonly from: Uint32Array
  private readonly taken: Uint8Array
  private current = NONE
  /** Places whose look has changed since somebody drew them; `all` after going back. */
  changed: number[] = []
  all = true

  constructor(
    readonly frames: Frames,
    readonly places: number,
  ) {
    this.state = new Uint8Array(places)
    this.g = new Float64Array(places)
    this.h = new Float64Array(places)
    this.load = frames.load && new Uint32Array(places)
    this.opened = new Uint32Array(places).fill(NONE)
    this.openedBefore = new Uint32Array(frames.count).fill(NONE)
    this.from = new Uint32Array(frames.count).fill(NONE)
    this.taken = new Uint8Array(frames.count)
  }

  /** Steps there are: every frame, and the path. */
  get steps(): number {
    return this.frames.count + (this.frames.path.length > 0 ? 1 : 0)
  }

  get done(): boolean {
    return this.at >= this.steps
  }

  goTo(step: number) {
    const wanted = Math.max(0, Math.min(Math.round(step), this.steps))
    if (wanted < this.at) this.restart()
    while (this.at < wanted) {
      if (this.at < this.frames.count) this.apply(this.at)
      this.at += 1
    }
  }

  /** The way to the place expanded last, or the path in the end. */
  path(): number[] {
    if (this.at > this.frames.count) return this.frames.path
    const way: number[] = []
    for (let label = this.current; label !== NONE && way.length <= this.frames.count; label = this.from[label]!)
      way.push(this.frames.place[label]!)
    return way.reverse()
  }

  /** The place of the last frame. */
  get head(): number | undefined {
    const last = this.at - 1
    if (last < 0 || last >= this.frames.count || this.frames.kind[last] === BOUND) return undefined
    return this.frames.place[last]
  }

  private restart() {
    this.at = 0
    this.state.fill(UNSEEN)
    this.opened.fill(NONE)
    this.taken.fill(0)
    this.current = NONE
    this.expanded = this.generated = this.waiting = this.round = this.bound = 0
    this.all = true
    this.changed = []
  }

  private apply(index: number) {
    const { kind, place, g, h, load } = this.frames
    const what = kind[index]!
    const where = place[index]!
    if (what === BOUND) {
      this.round = where
      this.bound = g[index]!
      if (where > 1) {
        // Deepening searches begin anew; what they saw stays faintly visible.
        for (let at = 0; at < this.places; at++) if (this.state[at] !== UNSEEN) this.state[at] = EARLIER
        this.waiting = 0
        this.all = true
      }
      return
    }
    if (what === EXPANDED) {
      let label = this.opened[where]!
      while (label !== NONE && (g[label] !== g[index] || this.taken[label] || (load && load[label] !== load[index])))
        label = this.openedBefore[label]!
      if (label !== NONE) this.taken[label] = 1
      this.current = label
      if (this.state[where] === WAITING) this.waiting -= 1
      this.state[where] = DONE
      this.expanded += 1
    } else {
      this.openedBefore[index] = this.opened[where]!
      this.opened[where] = index
      this.from[index] = this.current
      if (this.state[where] !== WAITING) this.waiting += 1
      this.state[where] = WAITING
      this.generated += 1
    }
    this.g[where] = g[index]!
    this.h[where] = h[index]!
    if (this.load) this.load[where] = load![index]!
    this.changed.push(where)
  }
}
