/** A game with branches and comments, as one looks through it. What positions look like comes from
    the server; this only keeps the tree. */

import type {
  PositionSpec,
  PositionReply,
  MoveText,
  MoveVerdict,
  StudyMove,
  StudyReply,
  Localized,
  Evaluation,
  Study as Written,
} from '../api.types'
import { get, post, put, errorText } from './api'

export interface Node {
  id: number
  text: string
  label: Localized
  side: 'first' | 'second'
  parent: Node | undefined
  children: Node[]
  comment: string
  /** What the position after this move is worth. */
  worth: Evaluation | undefined
  /** What should have been played instead of what follows. */
  better: MoveText[]
  /** What a review says of this move. */
  verdict: MoveVerdict | undefined
}

export class Study {
  game = $state('')
  rules = $state<string | null>(null)
  start = $state<string | null>(null)
  seed = $state(0)
  /** What it goes by on the server, once there is more to keep than a line. */
  id = $state<string>()
  /** Whether the server has everything: nothing to keep, on its way, kept, or why not. */
  saved = $state<'none' | 'waiting' | 'yes' | { why: string }>('none')
  root = $state<Node>(this.node())
  current = $state<Node>(this.root)
  look = $state.raw<PositionReply>()
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
      verdict: undefined,
    }
  }

  /** Opens a game that was read, with its branches and comments, at the end of its main line. */
  async adopt(line: PositionSpec, study: Written) {
    await this.open(line)
    this.graft(study)
    this.kept = ''
    this.keep()
  }

  /** Opens a game and goes to its end, or to a ply of it; a study with its branches and comments. */
  async open(line: PositionSpec, id?: string) {
    await this.flush()
    const [look, reply] = await Promise.all([
      post<PositionReply>('/api/look', line),
      id ? get<StudyReply>(`/api/studies/${encodeURIComponent(id)}`) : undefined,
    ])
    const { study } = reply ?? { study: null }
    const same = study && study.game === line.game && study.start === look.start && study.rules === look.rules
    this.game = line.game
    this.rules = look.rules
    this.start = look.start
    this.seed = line.seed ?? 0
    this.id = id
    this.root = this.node()
    if (same) this.graft(study)
    let at = this.root
    for (const move of look.moves) at = this.add(at, move)
    this.current = at
    this.look = look
    this.kept = this.written()
    this.saved = same ? 'yes' : 'none'
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

  line(to: Node = this.current): PositionSpec {
    return {
      game: this.game,
      rules: this.rules,
      start: this.start,
      size: null,
      seed: this.seed,
      moves: this.path(to).map((node) => node.text),
    }
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
    const look = await post<PositionReply>('/api/look', {
      ...this.line(),
      moves: [...this.path().map((node) => node.text), text],
    })
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
    const look = await post<PositionReply>('/api/look', this.line(node))
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
    parent.children = [
      parent.children.find((child) => child.id === node.id)!,
      ...parent.children.filter((child) => child.id !== node.id),
    ]
  }

  /** The address that opens this position again. */
  get link(): string {
    const query = new URLSearchParams()
    if (this.start) query.set('start', this.start)
    if (this.rules) query.set('rules', this.rules)
    if (this.id) query.set('study', this.id)
    if (this.seed) query.set('seed', String(this.seed))
    const moves = this.path().map((node) => node.text)
    if (moves.length) query.set('moves', moves.join(','))
    return `/analyse/${this.game}?${query}`
  }

  /** What the server keeps, as text. */
  private written(): string {
    return JSON.stringify(this.whole())
  }

  /** All of it, as it is kept and exported. */
  whole(): Written {
    const moves: StudyMove[] = []
    // Without recursion: a line may be longer than a stack is deep.
    const waiting: { node: Node; parent: number | null }[] = this.root.children
      .map((node) => ({ node, parent: null }))
      .reverse()
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { node, parent } = next
      const { side, text, label, comment } = node
      const place = moves.push({ parent, side, text, label, comment }) - 1
      for (const child of node.children.toReversed()) waiting.push({ node: child, parent: place })
    }
    return {
      game: this.game,
      rules: this.rules ?? '',
      start: this.start ?? '',
      comment: this.root.comment,
      moves,
    }
  }

  private graft(study: Written) {
    this.root.comment = study.comment ?? ''
    const nodes: Node[] = []
    for (const move of study.moves) {
      const node = this.add(move.parent === null ? this.root : (nodes[move.parent] ?? this.root), move)
      node.comment ||= move.comment ?? ''
      nodes.push(node)
    }
  }

  /** Whether there is anything that a link alone does not hold. */
  private get worthKeeping(): boolean {
    const waiting = [this.root]
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (node.comment || node.children.length > 1) return true
      waiting.push(...node.children)
    }
    return false
  }

  private kept = ''
  private timer: ReturnType<typeof setTimeout> | undefined

  /** Sends branches and comments to the server, soon. */
  keep() {
    if (!this.look || this.written() === this.kept || (!this.id && !this.worthKeeping)) return
    this.id ??= Array.from(
      crypto.getRandomValues(new Uint8Array(10)),
      (byte) => 'abcdefghijkmnpqrstuvwxyz23456789'[byte % 32],
    ).join('')
    this.saved = 'waiting'
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.flush(), 400)
  }

  /** Sends what waits at once; a page that is closed lets it finish. */
  async flush() {
    clearTimeout(this.timer)
    if (this.saved !== 'waiting' || !this.id) return
    const text = this.written()
    try {
      await put(`/api/studies/${encodeURIComponent(this.id)}`, text)
      this.kept = text
      if (this.saved === 'waiting' && this.written() === text) this.saved = 'yes'
    } catch (error) {
      this.saved = { why: errorText(error) }
    }
  }
}
