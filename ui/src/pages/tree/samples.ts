/** A search that grows its tree leaf by leaf, unpacked from the server's columns, and its tree at any moment. */

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
  /** Whether the search takes no mean of playouts, but says itself what it thinks: proof numbers or values. */
  readonly revises: boolean
  /** The largest value, for colours. */
  private readonly largest: number

  constructor(readonly reply: SamplesReply) {
    this.count = reply.back.length
    this.playouts = reply.leaf.length
    this.revises = reply.revisions.look.length > 0
    this.largest = reply.revisions.value.reduce((most, value) => Math.max(most, Math.abs(value)), 1)
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

  /** The last revision of every position by then; -1 where there was none. */
  private revised(moment: number): Int32Array {
    const { look, node } = this.reply.revisions
    const last = new Int32Array(this.count).fill(-1)
    for (let at = 0; at < look.length && look[at]! <= moment; at++) last[node[at]!] = at
    return last
  }

  /** How good a revision makes a position look for the side that searches, between 0 and 1. */
  private share(revision: number): number {
    const { proof, disproof, value } = this.reply.revisions
    if (revision < 0) return 0.5
    if (value.length > 0) return 0.5 + (0.5 * value[revision]!) / this.largest
    const [to, against] = [proof[revision], disproof[revision]]
    if (to == null) return 0
    if (against == null) return 1
    return against / (to + against)
  }

  /** What is drawn at a moment: the wider the more visits, children below their parent, the most visited first. */
  bars(moment: number, narrowest = 0.002): Bar[] {
    const { visits, sums } = this.at(moment)
    const found: Bar[] = []
    const total = Math.max(1, visits[0]!)
    const revised = this.revises ? this.revised(moment) : undefined
    const mean = (node: number) => (visits[node]! > 0 ? sums[node]! / visits[node]! : 0.5)
    const place = (node: number, left: number) => {
      const wide = visits[node]! / total
      const value = revised ? this.share(revised[node]!) : mean(node)
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

  /** What was still to be shown at a position, in words; empty for other searches. */
  thought(node: number, moment: number): string {
    const { proof, disproof, value } = this.reply.revisions
    const revision = this.revises ? this.revised(moment)[node]! : -1
    if (revision < 0) return ''
    if (value.length > 0) return plain(value[revision]!)
    return `${shown(proof[revision])} : ${shown(disproof[revision])}`
  }

  /**
   * How a position's numbers follow from those below it. `holds` says whether they do: where something was cut
   * off, a value is only a bound.
   */
  backedUp(node: number, moment: number): { text: string; holds: boolean } | undefined {
    if (!this.revises) return undefined
    const revised = this.revised(moment)
    const { proof, disproof, value } = this.reply.revisions
    const here = revised[node]!
    const below = this.children[node]!.filter((child) => revised[child]! >= 0)
    if (here < 0 || below.length === 0) return undefined
    if (value.length > 0) {
      const all = below.map((child) => value[revised[child]!]!)
      const is = (sum: number) => Math.abs(sum - value[here]!) <= 1 + 1e-6 * Math.abs(sum)
      if (this.isChance(node)) {
        const odds = below.map((child) => this.reply.odds[child]!)
        const mean = all.reduce((sum, one, at) => sum + odds[at]! * one, 0)
        const terms = all.map((one, at) => `${odds[at]!.toFixed(3)}·${plain(one)}`)
        const whole = Math.abs(odds.reduce((sum, one) => sum + one, 0) - 1) < 1e-6
        return { text: `Σ p·v = ${listed(terms, ' + ')} = ${plain(value[here]!)}`, holds: whole && is(mean) }
      }
      const own = this.reply.mover[node] === '0'
      const best = own ? Math.max(...all) : Math.min(...all)
      const text = `${own ? 'max' : 'min'}(${listed(all.map(plain), ', ')}) = ${plain(value[here]!)}`
      return { text, holds: is(best) }
    }
    const open = Math.max(0, this.reply.choices[node]! - this.children[node]!.length)
    const numbers = (of: (number | null)[]) => below.map((child) => of[revised[child]!] ?? Infinity)
    const least = (of: (number | null)[]) => {
      const all = numbers(of)
      return {
        text: `min(${listed([...all, ...(open ? [1] : [])].map(shown), ', ')})`,
        value: Math.min(...all, open ? 1 : Infinity),
      }
    }
    const sum = (of: (number | null)[]) => {
      const all = numbers(of)
      const terms = all.map(shown)
      return {
        text: listed(open ? [`${open}·1`, ...terms] : terms, ' + '),
        value: all.reduce((one, other) => one + other, open),
      }
    }
    const own = this.reply.mover[node] === '0'
    const [to, against] = own ? [least(proof), sum(disproof)] : [sum(proof), least(disproof)]
    const is = (found: number, told: number | null | undefined) => found === (told ?? Infinity)
    return {
      text: `pn = ${to.text} = ${shown(proof[here])}, dn = ${against.text} = ${shown(disproof[here])}`,
      holds: is(to.value, proof[here]) && is(against.value, disproof[here]),
    }
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

function plain(value: number): string {
  return Number.isInteger(value) ? `${value}` : value.toFixed(1)
}

/** A number of leaves; none suffice where it is null. */
function shown(number: number | null | undefined): string {
  return number == null || number === Infinity ? '∞' : `${number}`
}

/** At most so many terms that a line can be read. */
function listed(terms: string[], between: string): string {
  return terms.length > 12 ? [...terms.slice(0, 12), '…'].join(between) : terms.join(between)
}

/** Of two choices made at once the one of the side that searches. */
function ownChoice(both: string): string {
  return both.split(' · ')[0]!
}
