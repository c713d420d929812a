/** The state of the path page: the scene, the searches that follow it, and what can be undone. */

import { untrack } from 'svelte'
import type { PuzzleReply, TraceChoices, TraceSearch } from '../../api.types'
import { errorText, get, post } from '../../lib/api'
import { t } from '../../lib/i18n.svelte'
import type { MazeKind } from '../../lib/mazes'
import { place } from '../../lib/router.svelte'
import { settings } from '../../lib/settings.svelte'
import { History } from './history'
import { LinkError, linkOf, sceneOf } from './link'
import { Making } from './making'
import { Player, type Beginning } from './player.svelte'
import { Rounds } from './rounds.svelte'
import {
  cleared,
  emptyMap,
  line,
  moved,
  MOST_SIDES,
  painted,
  type GridMap,
  type Kind,
  type RoadMap,
  type Scene,
  type Side,
} from './scene'

export type Tool = 'wall' | 'weight' | 'supply' | 'erase'

/** The searches that say most about each kind, in the order in which they are put side by side. */
const usual: Record<Kind, string[]> = {
  maze: ['astar', 'uniform-cost', 'greedy', 'jps', 'breadth-first'],
  supply: ['supplies', 'zero', 'manhattan', 'distance'],
  roads: ['uniform-cost', 'bidirectional', 'astar', 'greedy'],
}

/** A search that is not told anything. */
const plain = (search: string): Side => ({ search, heuristic: '', weight: null })

/** The searches of an address, side by side: `/paths?search=astar,jps`. Those that there are not are left out later. */
function sidesOf(names: string | null): Side[] {
  const known = names?.split(',').filter((name) => /^[a-z-]+$/.test(name)) ?? []
  return (known.length > 0 ? known : ['astar']).slice(0, MOST_SIDES).map(plain)
}

/** A number of an address: `/paths?search=lpa&changes=20`, `/paths?search=cbs&agents=4`. */
function countOf(text: string | null, least: number, most: number): number {
  const count = Number(text)
  return Number.isInteger(count) ? Math.min(most, Math.max(least, count)) : least
}

/** The address follows a hand that draws at this distance, in milliseconds. */
const ADDRESS_DELAY = 250

export class Sandbox {
  readonly player = new Player()
  choices = $state.raw<TraceChoices>()
  map = $state.raw<GridMap | RoadMap>(emptyMap('maze', 3, 3))
  sides = $state<Side[]>(sidesOf(place.query.get('search')))
  diagonal = $state(false)
  changes = $state(countOf(place.query.get('changes'), 0, 1000))
  agents = $state(countOf(place.query.get('agents'), 1, 12))
  seed = $state(1)

  /** What the next map is made of. */
  ground = $state<MazeKind>('obstacles')
  rows = $state(25)
  cols = $state(45)

  tool = $state<Tool>('wall')
  weight = $state(5)
  hovered = $state<number>()
  /** A maze that is being made before everybody's eyes. */
  making = $state.raw<Making>()
  /** Which of the best roads are not drawn. */
  hiddenRoads = $state<boolean[]>([])
  /** Why a map could not be made or read. */
  wrong = $state('')
  readonly rounds = new Rounds(
    () => this.scene,
    this.player,
    () => this.write(),
  )

  private history = new History<GridMap | RoadMap>()
  private remembered = $state(0)
  /** Counts the maps that were asked for: one that comes after a later change is not wanted any more. */
  private asked = 0
  private written = ''
  private writing: ReturnType<typeof setTimeout> | undefined
  /** The hand on the canvas: what it holds, where it was, and the map before it came. */
  private hand: { holds: 'start' | 'goal' | string; last: number; before: GridMap } | undefined

  /** Whether what is shown is about the scene as it is. */
  current = $derived(this.rounds.isCurrent && !this.making)

  get searches(): TraceSearch[] {
    return this.choices?.[this.map.kind] ?? []
  }

  get canUndo(): boolean {
    void this.remembered
    return this.history.canUndo
  }

  get canRedo(): boolean {
    void this.remembered
    return this.history.canRedo
  }

  /** Begins with the scene of the address, else with something to look at. */
  async enter() {
    // A phone is high and narrow.
    if (innerWidth < 700) [this.rows, this.cols] = [19, 19]
    try {
      this.choices = await get<TraceChoices>('/api/films/choices')
    } catch (error) {
      this.wrong = errorText(error)
      return
    }
    if (location.hash.length > 1 && (await this.open(location.hash.slice(1)))) return
    const explained = this.wrong
    await untrack(() => this.generate(false))
    this.wrong ||= explained
  }

  /** Opens a link; false where there is no scene in it, which is said. */
  async open(link: string): Promise<boolean> {
    if (link === this.written) return true
    try {
      const scene = await sceneOf(link)
      this.written = link
      this.take(scene)
      return true
    } catch (error) {
      this.wrong = t(error instanceof LinkError && error.reason === 'newer' ? 'paths.link.newer' : 'paths.link.damaged')
      return false
    }
  }

  private take({ map, sides, diagonal, changes, agents, seed }: Scene) {
    this.remember()
    this.map = map
    this.sides = sides
    this.diagonal = diagonal
    this.changes = changes
    this.agents = agents
    this.seed = seed
    if (map.kind !== 'roads') [this.rows, this.cols] = [map.rows, map.cols]
    this.wrong = ''
    this.fitSearches()
    this.rounds.ask(settings.animate ? 'play' : 'end')
  }

  get scene(): Scene {
    const { map, sides, diagonal, changes, agents, seed } = this
    return { map, sides: sides.map((side) => ({ ...side })), diagonal, changes, agents, seed }
  }

  /** The address that holds the scene. */
  async link(): Promise<string> {
    const link = await linkOf(this.scene)
    history.replaceState(null, '', `#${link}`)
    this.written = link
    return location.href
  }

  // Maps

  choose(kind: Kind) {
    if (kind === 'roads') {
      const source = { rows: 20, cols: 20, seed: this.seed }
      const roads: RoadMap = { kind, source, from: null, to: null, best: 5, formula: 'squares' }
      return this.replace(roads)
    }
    return this.generate(true, kind)
  }

  /** Another map of the same kind. */
  another() {
    this.seed += 1
    return this.generate(true)
  }

  async generate(keep: boolean, kind: Kind = this.map.kind) {
    const { rows, cols, seed, map } = this
    if (kind === 'roads') {
      if (map.kind === 'roads') this.replace({ ...map, source: { rows: 20, cols: 20, seed }, from: null, to: null })
      return
    }
    this.wrong = ''
    const mine = ++this.asked
    try {
      const wanted = { kind: kind === 'supply' ? 'supply' : this.ground, rows, cols, seed }
      const reply = await post<PuzzleReply>('/api/films/new', wanted)
      if (mine !== this.asked) return
      if (keep) this.remember()
      this.show(reply)
    } catch (error) {
      if (mine === this.asked) this.wrong = errorText(error)
    }
  }

  empty() {
    const kind = this.map.kind === 'supply' ? 'supply' : 'maze'
    this.replace(emptyMap(kind, this.rows, this.cols))
  }

  clear() {
    if (this.map.kind !== 'roads') this.replace(cleared(this.map), 'end')
  }

  async read(text: string) {
    this.wrong = ''
    const mine = ++this.asked
    try {
      const reply = await post<PuzzleReply>('/api/films/read', { text })
      if (mine !== this.asked) return
      this.remember()
      this.diagonal = reply.diagonal
      this.show(reply)
    } catch (error) {
      if (mine === this.asked) this.wrong = errorText(error)
    }
  }

  async openFile(file: File) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const isPicture = bytes[0] === 0x89 && bytes[1] === 0x50
    if (!isPicture) return this.read(new TextDecoder().decode(bytes))
    let letters = ''
    for (const byte of bytes) letters += String.fromCharCode(byte)
    this.replace({ kind: 'roads', source: btoa(letters), from: null, to: null, best: 5, formula: 'squares' })
  }

  private show(reply: PuzzleReply) {
    const { rows, cols, cells, start, goal, food } = reply
    this.map = { kind: reply.supply ? 'supply' : 'maze', rows, cols, cells, start, goal, food }
    ;[this.rows, this.cols] = [rows, cols]
    this.fitSearches()
    this.making?.end()
    this.making = undefined
    const ready = () => {
      this.making = undefined
      this.rounds.ask(settings.animate ? 'play' : 'end')
    }
    if (reply.making && settings.animate && cells.length <= Making.MOST_CELLS) {
      this.rounds.outdate()
      this.making = new Making(cells, reply.making, () => (this.player.tick += 1), ready)
    } else ready()
  }

  private replace(map: GridMap | RoadMap, beginning: Beginning = settings.animate ? 'play' : 'end') {
    this.making?.finish()
    this.asked += 1
    this.remember()
    this.map = map
    this.wrong = ''
    this.fitSearches()
    this.rounds.ask(beginning)
  }

  private remember() {
    if (this.map.kind === 'roads' || this.map.cells.length > 9) this.history.keep(this.map)
    this.remembered += 1
  }

  undo() {
    this.back((now) => this.history.undo(now))
  }

  redo() {
    this.back((now) => this.history.redo(now))
  }

  private back(other: (now: GridMap | RoadMap) => GridMap | RoadMap | undefined) {
    this.making?.finish()
    const map = other(this.map)
    this.remembered += 1
    if (!map) return
    this.map = map
    if (map.kind !== 'roads') [this.rows, this.cols] = [map.rows, map.cols]
    this.fitSearches()
    this.rounds.ask('end')
  }

  // Drawing

  /** The digit the tool leaves. */
  private get digit(): string {
    return { wall: '1', weight: String(this.weight), supply: '2', erase: '0' }[this.tool]
  }

  /** A hand comes down on a cell: it takes an end, or draws; on what is drawn there already it erases. */
  press(at: number, erases = false) {
    this.making?.finish()
    const map = this.map
    if (map.kind === 'roads') return
    const digit = erases || map.cells[at] === this.digit ? '0' : this.digit
    const holds = at === map.start ? 'start' : at === map.goal ? 'goal' : digit
    this.hand = { holds, last: at, before: map }
    if (holds === digit) this.draw(painted(map, [at], digit))
  }

  /** The hand moves on. */
  drag(at: number) {
    const { hand, map } = this
    if (!hand || map.kind === 'roads' || at === hand.last) return
    if (hand.holds === 'start' || hand.holds === 'goal') {
      const there = moved(hand.before, hand.holds, at)
      if (there !== hand.before || at === hand.before[hand.holds]) this.draw(there)
    } else this.draw(painted(map, line(hand.last, at, map.cols), hand.holds))
    hand.last = at
  }

  lift() {
    const before = this.hand?.before
    this.hand = undefined
    if (before && before !== this.map) {
      this.history.keep(before)
      this.remembered += 1
    }
  }

  /** One cell by the keyboard: what the tool leaves, or an end. */
  put(at: number, what: 'start' | 'goal' | 'tool' | 'erase') {
    if (what === 'tool' || what === 'erase') {
      const map = this.map
      if (map.kind === 'roads' || at === map.start || at === map.goal) return
      this.press(at, what === 'erase')
    } else {
      this.making?.finish()
      if (this.map.kind === 'roads') return
      this.hand = { holds: what, last: at, before: this.map }
      this.draw(moved(this.map, what, at))
    }
    this.lift()
  }

  private draw(map: GridMap) {
    if (map === this.map) return
    this.asked += 1
    this.map = map
    this.rounds.ask('end')
  }

  /** Start or goal of a road map. */
  moveRoadEnd(end: 'from' | 'to', state: number) {
    if (this.map.kind === 'roads') this.replace({ ...this.map, [end]: state }, 'end')
  }

  /** What is asked of a road map. */
  askRoads(what: Partial<Pick<RoadMap, 'best' | 'formula'>>) {
    if (this.map.kind === 'roads') this.replace({ ...this.map, ...what }, 'end')
  }

  setFood(food: number) {
    if (this.map.kind === 'supply') this.replace({ ...this.map, food: Math.max(1, Math.round(food) || 1) }, 'end')
  }

  // Searches and rules

  addSide() {
    if (this.sides.length >= MOST_SIDES) return
    const there = this.sides.map(({ search }) => search)
    const next = usual[this.map.kind].find((search) => !there.includes(search) && this.suits(search))
    this.sides.push(plain(next ?? usual[this.map.kind][0]!))
    this.rounds.ask('play')
  }

  removeSide(index: number) {
    this.sides.splice(index, 1)
    this.rounds.ask('end')
  }

  setSide(index: number, side: Partial<Side>) {
    const old = this.sides[index]!
    const search = side.search ?? old.search
    const choice = this.searches.find(({ name }) => name === search)
    const next = { ...old, ...side }
    if (!choice?.heuristic) next.heuristic = ''
    if (choice?.weight == null || side.search !== undefined) next.weight = side.weight ?? null
    this.sides[index] = next
    this.rounds.ask(settings.animate ? 'play' : 'end')
  }

  /** Whether a search is made for the rules and the ground. */
  suits(search: string): boolean {
    const choice = this.searches.find(({ name }) => name === search)
    if (!choice || this.map.kind !== 'maze') return choice !== undefined
    const needs = { agents: this.agents > 1, changes: this.changes > 0, weights: /[2-9]/.test(this.map.cells) }
    return Object.entries(needs).every(([what, isNeeded]) => !isNeeded || choice.fits.includes(what))
  }

  setDiagonal(diagonal: boolean) {
    this.diagonal = diagonal
    if (diagonal) this.agents = 1
    this.rounds.ask('end')
  }

  /** Several agents need a search that plans for all of them, and a map that stays as it is. */
  setAgents(agents: number) {
    this.agents = Math.max(1, Math.min(12, Math.round(agents) || 1))
    if (this.agents > 1) {
      this.changes = 0
      this.diagonal = false
      this.exchange(['cbs', 'cooperative'])
    }
    this.rounds.ask(settings.animate ? 'play' : 'end')
  }

  /** A map that changes is followed by searches of steps. */
  setChanges(changes: number) {
    this.changes = Math.max(0, Math.min(1000, Math.round(changes) || 0))
    if (this.changes > 0) {
      this.agents = 1
      this.exchange(['dstar-lite', 'lpa', 'astar', 'uniform-cost'])
    }
    this.rounds.ask(settings.animate ? 'play' : 'end')
  }

  /** Puts searches that suit in the place of those that do not. */
  private exchange(better: string[]) {
    for (const [index, side] of this.sides.entries())
      if (!this.suits(side.search)) {
        const there = this.sides.map(({ search }) => search)
        this.sides[index] = plain(better.find((search) => !there.includes(search)) ?? better[0]!)
      }
  }

  private fitSearches() {
    const known = this.searches.map((choice) => choice.name)
    for (const [index, side] of this.sides.entries())
      if (!known.includes(side.search)) this.sides[index] = plain(usual[this.map.kind][index]!)
  }

  leave() {
    clearTimeout(this.writing)
    this.making?.end()
    this.rounds.stop()
  }

  /** The address follows the scene, so that a reload or a copied address brings it back. */
  private write() {
    clearTimeout(this.writing)
    this.writing = setTimeout(() => {
      if (place.parts[0] !== 'paths') return
      this.link().catch(() => place.note('/paths'))
    }, ADDRESS_DELAY)
  }
}
