/** The tree of a search, unpacked from the server's columns, and what was known of it at any moment. */

import type { CutReply, TreeReply, Localized } from '../../api.types'
import { fill } from '../../lib/text'

const WIN = 1_000_000_000
const PLIES = 10_000

/** A score as people read it: `+35`, `#4` for a win in four plies, `∞` for no bound. */
export function score(value: number | null | undefined, open: '−∞' | '+∞' | '…' = '…'): string {
  if (value === null || value === undefined) return open
  if (Math.abs(value) >= WIN - PLIES) return (value < 0 ? '−' : '') + '#' + (WIN - Math.abs(value))
  return (value > 0 ? '+' : value < 0 ? '−' : '') + Math.abs(value).toLocaleString('en')
}

export function isDecided(value: number): boolean {
  return Math.abs(value) >= WIN - PLIES
}

export class Grown {
  readonly count: number
  readonly parent: Int32Array
  readonly ply: Int32Array
  readonly number: Float64Array
  /** The moments at which each position was entered and left. */
  readonly entered: Float64Array
  readonly left: Float64Array
  readonly children: number[][]
  readonly roots: number[] = []
  readonly cuts = new Map<number, CutReply>()
  readonly again: Set<number>
  readonly basePly: number
  readonly firstNumber: number
  /** Every entering and leaving of a drawn position, in order. */
  readonly steps: { at: number; node: number; leaves: boolean }[] = []
  readonly principal = new Set<number>()

  constructor(readonly reply: TreeReply) {
    const count = (this.count = reply.back.length)
    this.parent = new Int32Array(count).fill(-1)
    this.ply = new Int32Array(count)
    this.number = new Float64Array(count)
    this.entered = new Float64Array(count)
    this.left = new Float64Array(count)
    this.children = Array.from({ length: count }, () => [])
    this.basePly = reply.line.length
    this.again = new Set(reply.again)
    let number = 0
    for (let at = 0; at < count; at++) {
      number += reply.number[at]!
      this.number[at] = number
      if (reply.back[at]! > 0) {
        const parent = at - reply.back[at]!
        this.parent[at] = parent
        this.ply[at] = this.ply[parent]! + 1
        this.children[parent]!.push(at)
      } else {
        this.ply[at] = this.basePly
        this.roots.push(at)
      }
      // Everything before it was entered and, but for the positions above it, left.
      this.entered[at] = 2 * number - this.ply[at]!
      this.left[at] = reply.how[at] === '?' ? Infinity : this.entered[at]! + 2 * reply.below[at]! + 1
      this.steps.push({ at: this.entered[at]!, node: at, leaves: false })
      if (this.left[at]! < Infinity) this.steps.push({ at: this.left[at]!, node: at, leaves: true })
    }
    this.firstNumber = this.number[0] ?? 0
    this.steps.sort((one, other) => one.at - other.at)
    for (const cut of reply.cuts) this.cuts.set(cut.at, cut)
    this.findPrincipal()
  }

  /** The best line, along the last visit of every position on it. */
  private findPrincipal() {
    let here = this.roots.at(-1)
    const rest = this.reply.best.slice(this.basePly)
    while (here !== undefined) {
      this.principal.add(here)
      const wanted = rest.shift()
      if (wanted === undefined) return
      here = this.children[here]!.findLast((child) => this.reply.mv[child] === wanted + 1)
    }
  }

  move(node: number): string {
    const place = this.reply.mv[node]!
    return place > 0 ? this.reply.moves[place - 1]! : ''
  }

  /** The moves from the root of the search. */
  line(node: number): string[] {
    const moves: string[] = []
    for (let at = node; at >= 0 && this.parent[at]! >= 0; at = this.parent[at]!) moves.push(this.move(at))
    return [...this.reply.line.map((place) => this.reply.moves[place]!), ...moves.reverse()]
  }

  ancestors(node: number): number[] {
    const list: number[] = []
    for (let at = this.parent[node]!; at >= 0; at = this.parent[at]!) list.push(at)
    return list
  }

  /** Whether positions lie below that are not drawn. */
  isCapped(node: number): boolean {
    return this.children[node]!.length === 0 && this.reply.below[node]! > 0
  }

  /** Why moves were not searched here, with the blanks of the sentence filled in. */
  why(node: number): Localized | undefined {
    const cut = this.cuts.get(node)
    if (!cut) return undefined
    const named = (place: number | null | undefined) =>
      place === null || place === undefined ? '?' : this.reply.moves[place]!
    const beta = this.reply.beta[node]
    const blanks: Record<string, string> = {
      beta: score(beta),
      alpha: score(cut.value),
      better: score(beta === null || beta === undefined ? beta : -beta),
      worse: score(-cut.value),
      by: named(cut.by),
      move: named(cut.mv),
      ply: String(cut.ply ?? 0),
      count: String(cut.spared.length),
    }
    const sentence = this.reply.reasons[cut.reason]!
    return { en: fill(sentence.en, blanks), zh: fill(sentence.zh, blanks) }
  }

  /** The window of a position and the values of its moves, as they came in. */
  story(node: number): Moment[] {
    const own = (value: number | null | undefined) => (value === null || value === undefined ? undefined : -value)
    const moments: Moment[] = []
    for (const child of this.children[node]!) {
      moments.push({
        entered: this.entered[child]!,
        left: this.left[child]!,
        alpha: own(this.reply.beta[child]),
        beta: own(this.reply.alpha[child]),
        value: own(this.reply.value[child]),
        child,
      })
    }
    return moments
  }
}

export interface Moment {
  entered: number
  left: number
  alpha: number | undefined
  beta: number | undefined
  value: number | undefined
  child: number
}
