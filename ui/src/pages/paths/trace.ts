/** The trace of a path search: narrow columns from the server, unpacked and played frame by frame. */

import type { PathTrace } from '../../api.types'

export const OPENED = 0
export const EXPANDED = 1
export const REOPENED = 2
/** What happens to no place of the search; the estimate says what it is. */
export const OTHER = 3
export const BOUND = 0
export const WALLED = 1
const FREED = 2
export const WALK = 3
export const WEIGHT = 4

const NONE = 0xffffffff

/** What happened, a frame an event, and what follows from it. */
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
  /** The frame before this one that touched the same place. */
  before: Uint32Array
  /** The frame that opened the place from which this frame's place was reached; where a place is expanded, the frame that opened it. */
  from: Uint32Array
  /** Steps from the start to this frame's place. */
  deep: Uint32Array
  /** After this frame: places in the frontier, and frames that expanded something. */
  waiting: Uint32Array
  expanded: Uint32Array
  /** The frames that begin a round, and whether it begins anew. */
  rounds: { at: number; anew: boolean }[]
  /** The frames in which the map changes, and those in which a walker moves. */
  walls: { at: number; place: number; wall: boolean }[]
  walks: { at: number; place: number; walker: number }[]
}

function bytes(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}

/** Reads a column of differences: seven bits a byte, the sign in the lowest bit. */
export function unpack(text: string, put: (index: number, value: number) => void): number {
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

export function framesOf(trace: PathTrace, places: number): Frames {
  const count = trace.frames
  const packed = bytes(trace.kinds)
  const column = () => new Uint32Array(count).fill(NONE)
  const frames: Frames = {
    count,
    total: trace.total,
    kind: Uint8Array.from({ length: count }, (_, index) => (packed[index >> 2]! >> (2 * (index & 3))) & 3),
    place: new Uint32Array(count),
    g: new Float64Array(count),
    h: new Float64Array(count),
    load: trace.loads ? new Uint32Array(count) : undefined,
    path: [],
    most: 1,
    before: column(),
    from: column(),
    deep: new Uint32Array(count),
    waiting: new Uint32Array(count),
    expanded: new Uint32Array(count),
    rounds: [],
    walls: [],
    walks: [],
  }
  unpack(trace.places, (index, value) => (frames.place[index] = value))
  unpack(trace.g, (index, value) => (frames.g[index] = value))
  unpack(trace.h, (index, value) => (frames.h[index] = value))
  if (trace.loads) unpack(trace.loads, (index, value) => (frames.load![index] = value))
  unpack(trace.path, (_, value) => frames.path.push(value))
  connect(frames, places)
  return frames
}

/** Works out what each frame follows from, once, so that playing is the same work forwards and backwards. */
function connect(frames: Frames, places: number) {
  const { count, kind, place, g, load, before, from, deep } = frames
  const last = new Uint32Array(places).fill(NONE)
  const opened = new Uint32Array(places).fill(NONE)
  const openedBefore = new Uint32Array(count)
  const taken = new Uint8Array(count)
  const waits = new Uint8Array(places)
  let [current, waiting, expanded] = [NONE, 0, 0]
  for (let index = 0; index < count; index++) {
    const where = place[index]!
    const what = kind[index] === OTHER ? frames.h[index]! : undefined
    if (what === WALLED || what === FREED) frames.walls.push({ at: index, place: where, wall: what === WALLED })
    else if (what === WALK) frames.walks.push({ at: index, place: where, walker: load?.[index] ?? 0 })
    else if (what === BOUND || what === WEIGHT) {
      // A search that begins anew opens its start again; fringe search goes on where it stopped.
      const anew = where > 1 && kind[index + 1] === OPENED && g[index + 1] === 0
      frames.rounds.push({ at: index, anew })
      if (anew) {
        waits.fill(0)
        waiting = 0
      }
    } else {
      before[index] = last[where]!
      last[where] = index
      if (kind[index] === EXPANDED) {
        let label = opened[where]!
        while (label !== NONE && (g[label] !== g[index] || taken[label] || (load && load[label] !== load[index])))
          label = openedBefore[label]!
        if (label !== NONE) {
          taken[label] = 1
          deep[index] = deep[label]!
        }
        from[index] = current = label
        waiting -= waits[where]!
        waits[where] = 0
        expanded += 1
        frames.most = Math.max(frames.most, g[index]!)
      } else {
        openedBefore[index] = opened[where]!
        opened[where] = index
        from[index] = current
        if (current !== NONE) deep[index] = deep[current]! + 1
        waiting += 1 - waits[where]!
        waits[where] = 1
      }
    }
    frames.waiting[index] = waiting
    frames.expanded[index] = expanded
  }
}

/** What a place looks like: never seen, waiting, done, seen in an earlier round. */
export const UNSEEN = 0
export const WAITING = 1
export const DONE = 2
export const EARLIER = 3

/** The state of a search after some of its frames. */
export class Show {
  /** Frames played; one more than there are shows the path. */
  at = 0
  /** The last frame that touched each place. */
  private readonly last: Uint32Array
  /** The cells that are not what they were at first: whether they are walls now. */
  private changedWalls = new Map<number, boolean>()
  /** The first frame of the round in progress. */
  private began = 0
  /** Places whose look has changed since somebody drew them; `all` where that is most of them. */
  changed: number[] = []
  all = true

  constructor(
    readonly frames: Frames,
    readonly places: number,
  ) {
    this.last = new Uint32Array(places).fill(NONE)
  }

  /** Steps there are: every frame, and the path. */
  get steps(): number {
    return this.frames.count + (this.frames.path.length > 0 ? 1 : 0)
  }

  get done(): boolean {
    return this.at >= this.steps
  }

  /** Plays to a step, forwards or backwards: each frame on the way changes one place. */
  goTo(step: number) {
    const { count, kind, place, before, rounds } = this.frames
    const wanted = Math.max(0, Math.min(Math.round(step), this.steps))
    const [from, to] = [Math.min(this.at, count), Math.min(wanted, count)]
    if (Math.abs(to - from) + this.changed.length > this.places) this.all = true
    for (let index = from; index < to; index++) {
      if (kind[index] === OTHER) continue
      this.last[place[index]!] = index
      if (!this.all) this.changed.push(place[index]!)
    }
    for (let index = from - 1; index >= to; index--) {
      if (kind[index] === OTHER) continue
      this.last[place[index]!] = before[index]!
      if (!this.all) this.changed.push(place[index]!)
    }
    this.at = wanted
    const began = rounds.findLast((round) => round.anew && round.at < wanted)?.at ?? 0
    if (began !== this.began) this.all = true
    this.began = began
    this.changeWalls(to)
    if (this.all) this.changed = []
  }

  private changeWalls(frame: number) {
    const walls = this.frames.walls.filter(({ at }) => at < frame)
    const now = new Map(walls.map(({ place, wall }) => [place, wall]))
    const places = new Set([...now.keys(), ...this.changedWalls.keys()])
    for (const place of places) if (now.get(place) !== this.changedWalls.get(place)) this.changed.push(place)
    this.changedWalls = now
  }

  /** Whether a place is a wall now that was or was not one at first. */
  isWall(place: number, atFirst: boolean): boolean {
    return this.changedWalls.get(place) ?? atFirst
  }

  /** Where the walkers have been so far, one list each; none where nobody walks. */
  trails(): number[][] {
    const trails: number[][] = []
    for (const { at, place, walker } of this.frames.walks) if (at < this.at) (trails[walker] ??= []).push(place)
    return trails
  }

  /** Where each walker is in the end. */
  goals(): number[] {
    const goals: number[] = []
    for (const { place, walker } of this.frames.walks) goals[walker] = place
    return goals
  }

  /** How a place looks now. */
  look(place: number): number {
    const last = this.last[place]!
    if (last === NONE) return UNSEEN
    if (last < this.began) return EARLIER
    return this.frames.kind[last] === EXPANDED ? DONE : WAITING
  }

  /** What the search knows of a place: cost so far, estimate, food. */
  known(place: number): { g: number; h: number; load: number | undefined } | undefined {
    const last = this.last[place]!
    if (last === NONE) return undefined
    const { g, h, load } = this.frames
    return { g: g[last]!, h: h[last]!, load: load?.[last] }
  }

  /** How far a place is from the start, of the furthest: from 0 to 1. */
  depth(place: number): number {
    const last = this.last[place]!
    return last === NONE ? 0 : Math.min(1, this.frames.g[last]! / this.frames.most)
  }

  get expanded(): number {
    return this.played < 0 ? 0 : this.frames.expanded[this.played]!
  }

  get generated(): number {
    const passed = (list: { at: number }[]) => list.filter(({ at }) => at <= this.played).length
    const { rounds, walls, walks } = this.frames
    return this.played + 1 - this.expanded - passed(rounds) - passed(walls) - passed(walks)
  }

  get waiting(): number {
    return this.played < 0 ? 0 : this.frames.waiting[this.played]!
  }

  /** The round in progress with its bound or weight; none before the first, nor where there are no rounds. */
  get round(): { number: number; bound: number | undefined; weight: number | undefined } | undefined {
    const round = this.frames.rounds.findLast((round) => round.at <= this.played)
    if (!round) return undefined
    const [number, value] = [this.frames.place[round.at]!, this.frames.g[round.at]!]
    return this.frames.h[round.at] === WEIGHT
      ? { number, bound: undefined, weight: value / 1000 }
      : { number, bound: value, weight: undefined }
  }

  /** Steps of the way that is shown. */
  get way(): number {
    if (this.at > this.frames.count) return Math.max(0, this.frames.path.length - 1)
    const current = this.current
    return current === NONE ? 0 : this.frames.deep[current]!
  }

  /** The way to the place expanded last, or the path in the end. */
  path(): number[] {
    if (this.at > this.frames.count) return this.frames.path
    const way: number[] = []
    for (let label = this.current; label !== NONE && way.length <= this.frames.count; label = this.frames.from[label]!)
      way.push(this.frames.place[label]!)
    return way.reverse()
  }

  /** The place of the last frame. */
  get head(): number | undefined {
    const last = this.at - 1
    if (last < 0 || last >= this.frames.count || this.frames.kind[last] === OTHER) return undefined
    return this.frames.place[last]
  }

  /** The last frame played. */
  private get played(): number {
    return Math.min(this.at, this.frames.count) - 1
  }

  /** The frame that opened the place expanded last. */
  private get current(): number {
    const { kind, from } = this.frames
    let index = this.played
    while (index >= 0 && kind[index] !== EXPANDED) index--
    return index < 0 ? NONE : from[index]!
  }
}
