/** What is searched, and with what: the state of the path player. */

import { untrack } from 'svelte'
import type { TraceSearch, TraceSearches, RoadTraces, TraceReply, PuzzleReply } from '../../api.types'
import { get, post, postBytes, errorText } from '../../lib/api'
import type { MazeKind } from '../../lib/mazes'
import { settings } from '../../lib/settings.svelte'
import { ServerTask } from '../playback/serverTask.svelte'
import { framesOf, Show } from './trace'
import { Player, type Side } from './player.svelte'
import { endsOf, painted, textOf, type GridPuzzle, type Kind } from './puzzle'

/** The two searches that say most about each kind. */
const usual: Record<Kind, [string, string]> = {
  maze: ['astar', 'uniform-cost'],
  supply: ['supplies', 'zero'],
  roads: ['uniform-cost', 'bidirectional'],
}

/** The search with its weight, as the server reads it. */
function spec({ search, weight }: Side): string {
  return weighted.has(search) && weight !== null ? `${search}:weight=${weight}` : search
}

/** Searches that can be told how much to trust the estimate. */
export const weighted = new Set(['weighted-astar', 'ara'])

/** Searches that plan for several walkers. */
const many = new Set(['cbs', 'cooperative'])

export class TraceViewer extends ServerTask {
  readonly player = new Player()
  choices = $state.raw<TraceSearches>()
  kind = $state<Kind>('maze')
  ground = $state<MazeKind>('braided')
  size = $state(31)
  seed = $state(7)
  /** How many of the best roads. */
  best = $state(5)
  sides = $state<[Side, Side]>([
    { search: 'astar', estimate: true, weight: null },
    { search: 'uniform-cost', estimate: false, weight: null },
  ])
  /** How many random cells change while walking, and how many walkers there are. */
  changes = $state(0)
  walkers = $state(1)
  puzzle = $state.raw<GridPuzzle>()
  map = $state.raw<RoadTraces>()
  drawnRoads = $state<boolean[]>([])
  editing = $state(false)
  brush = $state('1')
  hovered = $state<number>()
  /** The picture of a road map that somebody opened. */
  private picture: File | undefined

  get searches(): TraceSearch[] {
    return this.choices?.[this.kind] ?? []
  }

  async enter() {
    try {
      this.choices = await get<TraceSearches>('/api/films/choices')
      untrack(() => this.make())
    } catch (error) {
      this.wrong = errorText(error)
    }
  }

  choose(kind: Kind) {
    this.kind = kind
    this.size = kind === 'roads' ? 20 : 31
    this.make()
  }

  make() {
    this.picture = undefined
    this.fitSearches()
    return this.attempt(async (signal) => {
      if (this.kind === 'roads') return this.watchRoads(signal)
      const kind = this.kind === 'supply' ? 'supply' : this.ground
      const cols = Math.min(512, Math.round(this.size * 1.6))
      this.take(await post<PuzzleReply>('/api/films/new', { kind, rows: this.size, cols, seed: this.seed }, signal))
      await this.watchGrid(signal)
    })
  }

  read(text: string) {
    return this.attempt(async (signal) => {
      this.take(await post<PuzzleReply>('/api/films/read', { text }, signal))
      await this.watchGrid(signal)
    })
  }

  open(file: File) {
    if (!file.type.startsWith('image/')) return file.text().then((text) => this.read(text))
    this.kind = 'roads'
    this.picture = file
    this.fitSearches()
    return this.watch()
  }

  /** The same puzzle once more. */
  watch() {
    return this.attempt((signal) => (this.kind === 'roads' ? this.watchRoads(signal) : this.watchGrid(signal)))
  }

  /** Several walkers need a search that plans for all of them, and a map that stays as it is. */
  setWalkers(walkers: number) {
    this.walkers = Math.max(1, Math.min(12, Math.round(walkers) || 1))
    if (this.walkers > 1) {
      this.changes = 0
      if (this.puzzle) this.puzzle = { ...this.puzzle, diagonal: false }
      for (const side of this.sides)
        if (side.search !== '' && !many.has(side.search))
          side.search = this.sides.some(({ search }) => search === 'cbs') ? 'cooperative' : 'cbs'
    }
    this.watch()
  }

  /** A map that changes is followed by searches of steps. */
  setChanges(changes: number) {
    this.changes = Math.max(0, Math.min(1000, Math.round(changes) || 0))
    if (this.changes > 0) {
      this.walkers = 1
      for (const side of this.sides)
        if (many.has(side.search) || side.search === 'theta')
          side.search = this.sides.some(({ search }) => search === 'dstar-lite') ? 'astar' : 'dstar-lite'
    }
    this.watch()
  }

  setDiagonal(diagonal: boolean) {
    if (this.puzzle) this.puzzle = { ...this.puzzle, diagonal }
    this.watch()
  }

  edit() {
    this.editing = !this.editing
    if (this.editing) this.player.begin([], false)
    else this.watch()
  }

  paint(cell: number) {
    if (!this.puzzle) return
    this.puzzle = painted(this.puzzle, cell, this.brush)
    this.player.tick += 1
  }

  private take(reply: PuzzleReply) {
    const { rows, cols, cells, food, diagonal } = reply
    this.kind = reply.supply ? 'supply' : 'maze'
    this.puzzle = { kind: this.kind, rows, cols, cells, food, diagonal }
    this.map = undefined
    this.fitSearches()
  }

  private fitSearches() {
    const known = this.searches.map((choice) => choice.name)
    for (const [index, side] of this.sides.entries())
      if (side.search !== '' && !known.includes(side.search)) side.search = usual[this.kind][index]!
  }

  private get wanted(): Side[] {
    return this.sides.filter((side) => side.search !== '').map((side) => ({ ...side }))
  }

  private async watchGrid(signal: AbortSignal) {
    const { puzzle, wanted } = this
    if (!puzzle) return
    const { changes, walkers, seed } = this
    const some = puzzle.kind === 'maze' ? { changes, walkers, seed } : {}
    const asked = { text: textOf(puzzle), diagonal: puzzle.diagonal, ...endsOf(puzzle), ...some }
    const replies = await Promise.all(
      wanted.map((side) => post<TraceReply>('/api/films', { ...asked, ...side, search: spec(side) }, signal)),
    )
    this.begin(wanted, replies, puzzle.cells.length)
  }

  private async watchRoads(signal: AbortSignal) {
    const { best, size, seed, picture, wanted } = this
    const searches = wanted.map((side) => side.search)
    const map = picture
      ? await postBytes<RoadTraces>(
          `/api/films/roads?best=${best}&searches=${searches.join(',')}`,
          picture,
          picture.type,
          signal,
        )
      : await post<RoadTraces>('/api/films/roads/new', { rows: size, cols: size, seed, best, searches }, signal)
    this.map = map
    this.puzzle = undefined
    this.drawnRoads = map.roads.map(() => true)
    this.begin(wanted, map.films, map.x.length)
  }

  private begin(sides: Side[], replies: TraceReply[], places: number) {
    this.editing = false
    const traces = sides.map((side, index) => {
      const reply = replies[index]!
      return { ...side, reply, show: new Show(framesOf(reply.film, places), places) }
    })
    this.player.begin(traces, settings.animate)
  }
}
