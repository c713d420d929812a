/** What the tree viewer shows: which search, which part of its tree, which moment, which position. */

import { untrack } from 'svelte'
import type { Comparison, GameCard, PastedReply, TreeReply } from '../../api.types'
import { catalogue, post, errorText } from '../../lib/api'
import { t } from '../../lib/i18n.svelte'
import { place } from '../../lib/router.svelte'
import { ServerTask } from '../playback/serverTask.svelte'
import { Grown } from './grown'

export const searches = ['minimax', 'alpha-beta', 'ordered', 'table', 'pvs', 'aspiration', 'mtdf', 'beam'] as const

/** Searches of games of turns that grow a tree by sampling. */
export const sampling = ['uct', 'monte-carlo', 'rave', 'puct', 'mcts-solver'] as const

/** Searches of games of turns that grow a tree leaf by leaf without playing games. */
export const proving = ['pn', 'dfpn', 'expectiminimax'] as const

/** The name of a list that an address asks for. */
export function named<Name extends string>(names: readonly Name[], wanted: string | null, usual: Name): Name {
  return names.find((name) => name === wanted) ?? usual
}

/** Depths at which a tree is worth looking at and there at once. */
const usualDepth: Record<string, number> = { reversi: 4, gomoku: 2 }

/** A row of the outline: a position that was entered by now, or the stub of what was cut there. */
export interface Row {
  node: number
  level: number
  stub: boolean
  parts: number
}

export class TreeViewer extends ServerTask {
  /** Games whose sides move in turn, and those the classic searches do not play. */
  cards = $state.raw<GameCard[]>([])
  others = $state.raw<GameCard[]>([])
  game = $state(place.query.get('game') ?? 'reversi')
  start = $state<string | null>(place.query.get('start'))
  moves = $state.raw<string[]>((place.query.get('moves') ?? '').split(' ').filter(Boolean))
  /** `/tree?search=pvs` */
  search = $state(named(searches, place.query.get('search'), 'alpha-beta'))
  depth = $state(4)
  deepen = $state(false)
  quiescence = $state(false)
  techniques = $state({ table: true, promise: true, killers: true, history: true })

  /** What is drawn: the whole tree, then parts of it, the last on top. */
  views = $state.raw<{ name: string; grown: Grown }[]>([])
  comparisons = $state.raw<Comparison[]>()
  step = $state(0)
  playing = $state(false)
  /** Events a second, as a power of ten. */
  speed = $state(1.5)
  selected = $state<number>()
  hovered = $state<number>()
  open = $state.raw(new Set<number>())
  /** The position the outline should scroll to. */
  revealed = $state.raw<{ node: number }>()

  grown = $derived(this.views.at(-1)?.grown)
  moment = $derived(
    this.grown && this.step > 0 ? this.grown.steps[Math.min(this.step, this.grown.steps.length) - 1]!.at : -1,
  )
  /** The position whose board is shown. */
  shown = $derived(this.hovered ?? this.selected)
  rows = $derived.by(() => this.outlined())

  async enter() {
    try {
      const all = await catalogue()
      this.cards = all.filter((card) => !card.rounds)
      this.others = all.filter((card) => card.rounds)
      if (!this.cards.some((card) => card.name === this.game)) this.game = 'reversi'
      untrack(() => this.grow())
    } catch (error) {
      this.wrong = errorText(error)
    }
  }

  private question(below: number | null = null) {
    const { game, start, moves, search, depth, quiescence, deepen, techniques } = this
    return { line: { game, start, moves }, search, depth, evaluation: null, quiescence, deepen, techniques, below }
  }

  grow() {
    this.playing = false
    this.comparisons = undefined
    return this.attempt(async (signal) => {
      const question = this.question()
      const tree = new Grown(await post<TreeReply>('/api/trees', question, signal))
      this.show([{ name: t('tree.whole'), grown: tree }])
      this.comparisons = await post<Comparison[]>('/api/trees/compare', question, signal)
    })
  }

  /** Searches once more for what lies below a position. */
  below(node: number) {
    const { grown, views } = this
    if (!grown || grown.reply.below[node] === 0) return
    this.attempt(async (signal) => {
      const reply = await post<TreeReply>('/api/trees', this.question(grown.number[node]!), signal)
      this.show([...views, { name: grown.line(node).join(' '), grown: new Grown(reply) }])
    })
  }

  /** Shows the last of some views, all of it. */
  show(views: { name: string; grown: Grown }[]) {
    this.views = views
    const tree = views.at(-1)!.grown
    this.step = tree.steps.length
    this.openBest()
  }

  openBest() {
    const tree = this.grown!
    this.open = new Set([...tree.roots.slice(-1), ...tree.principal])
    this.select(tree.roots.at(-1))
  }

  choose(name: string) {
    this.game = name
    this.start = null
    this.moves = []
    this.quiescence = false
    this.depth = usualDepth[name] ?? 3
    this.grow()
  }

  async read(text: string): Promise<boolean> {
    try {
      const { game, line } = await post<PastedReply>('/api/read', { game: this.game, text })
      if (!this.cards.some((card) => card.name === game)) {
        this.wrong = t('tree.notsearched')
        return false
      }
      this.game = game
      this.start = line.start ?? null
      this.moves = line.moves ?? []
      this.grow()
      return true
    } catch (error) {
      this.wrong = errorText(error)
      return false
    }
  }

  /** The rows of the outline at this moment. */
  private outlined(): Row[] {
    const found: Row[] = []
    const { grown: tree, moment, step, open } = this
    if (!tree) return found
    const visit = (node: number, level: number) => {
      if (tree.entered[node]! > moment && step > 0) return
      const children = tree.children[node]!
      const cut = tree.cuts.get(node)
      found.push({ node, level, stub: false, parts: children.length + (cut ? 1 : 0) })
      if (!open.has(node)) return
      for (const child of children) visit(child, level + 1)
      if (cut && cut.spared.length > 0 && tree.left[node]! <= moment)
        found.push({ node, level: level + 1, stub: true, parts: 0 })
    }
    for (const root of tree.roots) visit(root, 0)
    return found
  }

  select(node: number | undefined) {
    this.selected = node
    if (node === undefined || !this.grown) return
    this.open = new Set([...this.open, ...this.grown.ancestors(node)])
    this.revealed = { node }
  }

  toggle(node: number) {
    const wanted = new Set(this.open)
    if (!wanted.delete(node)) wanted.add(node)
    this.open = wanted
  }

  /** The next position at which moves were cut by now. */
  nextCut() {
    const { grown, moment, selected } = this
    if (!grown) return
    const list = [...grown.cuts.keys()].filter((node) => grown.left[node]! <= moment)
    const cut = list.find((node) => node > (selected ?? -1)) ?? list[0]
    if (cut === undefined) return
    this.open = new Set([...this.open, cut])
    this.select(cut)
  }

  /** Goes to a moment and follows the search: what it looks at is open, what it has finished closes again. */
  go(to: number) {
    const { grown } = this
    if (!grown) return
    this.step = Math.max(0, Math.min(grown.steps.length, Math.round(to)))
    const last = grown.steps[this.step - 1]
    if (!last) return
    this.open = new Set([...grown.ancestors(last.node), last.node])
    this.selected = last.node
    this.revealed = { node: last.node }
  }

  seek(to: number) {
    this.playing = false
    this.go(to)
  }

  play() {
    if (this.grown && this.step >= this.grown.steps.length) this.go(0)
    this.playing = !this.playing
  }

  /** Call inside an effect: plays as long as there is something to play. */
  run(): (() => void) | undefined {
    if (!this.playing) return undefined
    let last = performance.now()
    let exact = untrack(() => this.step)
    const next = (now: number) => {
      exact += (10 ** this.speed * Math.min(100, now - last)) / 1000
      last = now
      if (Math.floor(exact) !== this.step) this.go(Math.floor(exact))
      if (!this.grown || this.step >= this.grown.steps.length) this.playing = false
      else frame = requestAnimationFrame(next)
    }
    let frame = requestAnimationFrame(next)
    return () => cancelAnimationFrame(frame)
  }
}
