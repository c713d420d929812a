/** A game with branches and comments, as one looks through it. What positions look like comes from
    the server; this only keeps the tree. */

import type { Line, LookReply, MoveText, Words, Worth } from '../api.types'
import { post } from './api'

export interface Node {
  id: number
  text: string
  label: Words
  side: 'first' | 'second'
  parent: Node | undefined
  children: Node[]
  comment: string
  /** What the position after this move is worth. */
  worth: Worth | undefined
  /** What should have been played instead of what follows. */
  better: MoveText[]
}

/** How much a move lost, in words' terms. */
export interface Slip {
  grade: 'inaccuracy' | 'mistake' | 'blunder'
  units: number | undefined
  better: MoveText
}

interface Kept {
  text: string
  label: Words
  side: 'first' | 'second'
  comment: string
  children: Kept[]
}

export class Study {
  game = $state('')
  rules = $state<string | null>(null)
  start = $state<string | null>(null)
  seed = $state(0)
  root = $state<Node>(this.node())
  current = $state<Node>(this.root)
  look = $state.raw<LookReply>()
  private next = 1
  /** Counts the requests: an answer that comes after a newer one is dropped. */
  private asked = 0

  private node(parent?: Node, move?: MoveText): Node {
    return {
      id: move ? this.next++ : 0,
      text: move?.text ?? '',
      label: move?.label ?? { en: '', zh: '' },
      side: move?.side ?? 'first',
      parent,
      children: [],
      comment: '',
      worth: undefined,
      better: [],
    }
  }

  /** Opens a game and goes to its end, or to a ply of it. */
  async open(line: Line, ply = line.moves?.length ?? 0) {
    const look = await post<LookReply>('/api/look', line)
    this.game = line.game
    this.rules = look.rules
    this.start = look.start
    this.seed = line.seed ?? 0
    this.root = this.node()
    let at = this.root
    for (const move of look.moves) at = this.add(at, move)
    this.current = at
    // Before anybody sees the tree, and writes it down without the branches of before.
    this.recall()
    this.look = look
    if (ply < look.moves.length) {
      while (at.parent && this.depth(at) > ply) at = at.parent
      await this.go(at)
    }
  }

  /** The moves that lead to a node. */
  path(to: Node = this.current): Node[] {
    const nodes: Node[] = []
    for (let node: Node | undefined = to; node?.parent; node = node.parent) nodes.unshift(node)
    return nodes
  }

  depth(node: Node): number {
    return this.path(node).length
  }

  line(to: Node = this.current): Line {
    return { game: this.game, rules: this.rules, start: this.start, size: null, seed: this.seed, moves: this.path(to).map((node) => node.text) }
  }

  /** From a node on along the first branch. */
  end(from: Node = this.current): Node {
    let node = from
    while (node.children[0]) node = node.children[0]
    return node
  }

  private add(to: Node, move: MoveText): Node {
    const known = to.children.find((child) => child.text === move.text)
    if (known) return known
    to.children.push(this.node(to, move))
    return to.children.at(-1)!
  }

  /** Plays a move here: along a branch there is, or a new one. */
  async play(text: string) {
    const look = await post<LookReply>('/api/look', { ...this.line(), moves: [...this.path().map((node) => node.text), text] })
    const move = look.moves.at(-1)
    // In a game of rounds a choice shows when the other side has chosen too.
    if (move && look.moves.length > this.depth(this.current)) {
      let at = this.current
      for (const move of look.moves.slice(this.depth(this.current))) at = this.add(at, move)
      this.current = at
    }
    this.look = look
  }

  /** Goes to a node once its position is known: board, moves and address change together. */
  async go(node: Node) {
    const asked = ++this.asked
    const look = await post<LookReply>('/api/look', this.line(node))
    if (asked !== this.asked) return
    this.current = node
    this.look = look
  }

  /** Removes a branch. */
  async prune(node: Node) {
    const parent = node.parent
    if (!parent) return
    parent.children = parent.children.filter((child) => child.id !== node.id)
    await this.go(parent)
  }

  /** Makes the branch of a node the main one. */
  promote(node: Node) {
    const parent = node.parent
    if (!parent) return
    parent.children = [parent.children.find((child) => child.id === node.id)!, ...parent.children.filter((child) => child.id !== node.id)]
  }

  /** What a move lost, once both positions are judged. */
  slip(node: Node): Slip | undefined {
    const before = node.parent?.worth
    const better = node.parent?.better[0]
    if (!before || !node.worth || !better || better.text === node.text) return undefined
    const sign = node.side === 'first' ? 1 : -1
    const lost = sign * (before.share - node.worth.share)
    const grade = lost > 0.28 ? 'blunder' : lost > 0.15 ? 'mistake' : lost > 0.08 ? 'inaccuracy' : undefined
    if (!grade) return undefined
    const units = before.units !== null && node.worth.units !== null ? sign * (before.units - node.worth.units) : undefined
    return { grade, units, better }
  }

  /** The address that opens this position again. */
  get link(): string {
    const query = new URLSearchParams()
    if (this.start) query.set('start', this.start)
    if (this.rules) query.set('rules', this.rules)
    if (this.seed) query.set('seed', String(this.seed))
    const moves = this.path().map((node) => node.text)
    if (moves.length) query.set('moves', moves.join(','))
    return `/analyse/${this.game}?${query}`
  }

  /** Branches and comments, for the browser to keep. */
  keep() {
    const kept = (node: Node): Kept => ({ text: node.text, label: node.label, side: node.side, comment: node.comment, children: node.children.map(kept) })
    try {
      localStorage.setItem(`boyi.study.${this.game}`, JSON.stringify({ start: this.start, rules: this.rules, tree: kept(this.root) }))
    } catch {
      // Full or forbidden: the link still holds the line.
    }
  }

  /** Brings branches and comments back where the same game was looked at before. */
  private recall() {
    try {
      const text = localStorage.getItem(`boyi.study.${this.game}`)
      if (!text) return
      const { start, rules, tree } = JSON.parse(text) as { start: string; rules: string; tree: Kept }
      if (start !== this.start || rules !== this.rules) return
      const graft = (to: Node, from: Kept) => {
        to.comment ||= from.comment
        for (const child of from.children) graft(this.add(to, { text: child.text, label: child.label, side: child.side }), child)
      }
      graft(this.root, tree)
    } catch {
      // What cannot be read was not ours.
    }
  }
}
