/** A search by sampling, unpacked from the server's columns, and its tree at any moment. */

import type { SamplesReply } from '../../api.types'

/** A position as it stood after some playouts. */
export interface Bar {
  node: number
  /** Where it is drawn: plies down, and left edge and width as shares of the whole. */
  row: number
  left: number
  wide: number
  visits: number
  /** The mean result for the side that searches, between 0 and 1. */
  value: number
}

export class Samples {
  readonly count: number
  readonly parent: Int32Array
  readonly ply: Int32Array
  readonly children: number[][]
  readonly playouts: number

  constructor(readonly reply: SamplesReply) {
    this.count = reply.back.length
    this.playouts = reply.leaf.length
    this.parent = new Int32Array(this.count).fill(-1)
    this.ply = new Int32Array(this.count)
    this.children = Array.from({ length: this.count }, () => [])
    for (let node = 1; node < this.count; node++) {
      const parent = node - reply.back[node]!
      this.parent[node] = parent
      this.ply[node] = this.ply[parent]! + 1
      this.children[parent]!.push(node)
    }
  }

  /** Visits and mean of every position after so many playouts. */
  at(moment: number): { visits: Int32Array; sums: Float64Array } {
    const visits = new Int32Array(this.count)
    const sums = new Float64Array(this.count)
    for (let game = 0; game < Math.min(moment, this.playouts); game++) {
      const leaf = this.reply.leaf[game]!
      visits[leaf]! += 1
      sums[leaf]! += this.reply.result[game]!
    }
    // Children come after their parents.
    for (let node = this.count - 1; node > 0; node--) {
      visits[this.parent[node]!]! += visits[node]!
      sums[this.parent[node]!]! += sums[node]!
    }
    return { visits, sums }
  }

  /** What is drawn at a moment: the wider the more visits, children below their parent, the most visited first. */
  bars(moment: number, narrowest = 0.002): Bar[] {
    const { visits, sums } = this.at(moment)
    const found: Bar[] = []
    const total = Math.max(1, visits[0]!)
    const place = (node: number, left: number) => {
      const wide = visits[node]! / total
      const value = visits[node]! > 0 ? sums[node]! / visits[node]! : 0.5
      found.push({ node, row: this.ply[node]!, left, wide, visits: visits[node]!, value })
      let next = left
      const seen = this.children[node]!.filter((child) => visits[child]! / total >= narrowest)
      for (const child of seen.sort((one, other) => visits[other]! - visits[one]!)) {
        place(child, next)
        next += visits[child]! / total
      }
    }
    place(0, 0)
    return found
  }

  /** The positions that the last playout before a moment went through. */
  path(moment: number): Set<number> {
    const found = new Set<number>()
    let node = moment > 0 ? this.reply.leaf[Math.min(moment, this.playouts) - 1]! : -1
    for (; node >= 0; node = this.parent[node]!) found.add(node)
    return found
  }

  /** The move that led to a position; a die for what chance did. */
  move(node: number): string {
    const mv = this.reply.mv[node]!
    if (mv > 0) return this.reply.moves[mv - 1]!
    return node === 0 ? '' : '⚄'
  }

  line(node: number): string[] {
    const found: string[] = []
    for (let at = node; at > 0; at = this.parent[at]!) found.unshift(this.move(at))
    return found
  }

  isChance(node: number): boolean {
    return this.reply.kind[node] === 'c'
  }

  /** Whether the side that searches chose the move to a position. */
  isOwn(node: number): boolean {
    return this.ply[node]! % 2 === 1
  }

  /**
   * Visits and results of what was chosen at a position's parent, and visits of the parent. Where both sides
   * choose at once, those of the searching side's own choice, whatever the other chose.
   */
  private chosen(node: number, moment: number): { n: number; q: number; all: number } | undefined {
    const parent = this.parent[node]!
    if (parent < 0 || this.isChance(parent)) return undefined
    const { visits, sums } = this.at(moment)
    let [n, sum] = [visits[node]!, sums[node]!]
    if (this.isChance(node)) {
      const own = ownChoice(this.move(node))
      const same = this.children[parent]!.filter((child) => ownChoice(this.move(child)) === own)
      n = same.reduce((total, child) => total + visits[child]!, 0)
      sum = same.reduce((total, child) => total + sums[child]!, 0)
    }
    if (n === 0) return undefined
    const isOwn = this.isChance(node) || this.isOwn(node)
    return { n, q: isOwn ? sum / n : 1 - sum / n, all: visits[parent]! }
  }

  /** The formula by which a position was chosen, with its numbers, and what comes out. */
  formula(node: number, moment: number, search: string): { text: string; value: number } | undefined {
    const chosen = this.chosen(node, moment)
    if (!chosen) return undefined
    const { n, q, all } = chosen
    const c = this.reply.exploration
    const f = (value: number) => value.toFixed(3)
    const of = this.isChance(node) ? `${ownChoice(this.move(node))}: ` : ''
    if (search === 'monte-carlo') return { text: `${of}q = ${f(q)}`, value: q }
    // How often a choice is made says what is regretted; the mean is what it brought.
    if (search === 'regret-matching')
      return { text: `${of}n / N = ${n} / ${all} = ${f(n / all)}, q = ${f(q)}`, value: n / all }
    if (search === 'puct') {
      const p = this.reply.prior[node]!
      const value = q + (c * p * Math.sqrt(all)) / (1 + n)
      return { text: `${of}q + c·p·√N / (1 + n) = ${f(q)} + ${c}·${f(p)}·√${all} / (1 + ${n}) = ${f(value)}`, value }
    }
    const bonus = c * Math.sqrt(Math.log(all) / n)
    const later = this.reply.later_value[node]
    if (search === 'rave' && later !== null && later !== undefined && moment >= this.playouts) {
      const share = Math.sqrt(500 / (3 * n + 500))
      const value = (1 - share) * q + share * later + bonus
      const text = `${of}(1 − β)·q + β·q′ + c·√(ln N / n) = ${f(1 - share)}·${f(q)} + ${f(share)}·${f(later)} + ${f(bonus)} = ${f(value)}`
      return { text, value }
    }
    const value = q + bonus
    return { text: `${of}q + c·√(ln N / n) = ${f(q)} + ${c.toFixed(2)}·√(ln ${all} / ${n}) = ${f(value)}`, value }
  }
}

/** Of two choices made at once the one of the side that searches. */
function ownChoice(both: string): string {
  return both.split(' · ')[0]!
}
