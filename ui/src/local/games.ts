/** Games of a page without a server: kept by the browser, with the same requests as on a server. The rules and the
    computer's moves are the engines'; turns, clocks and ends are here. */

import type {
  ClockRules,
  DrawOffer,
  Evaluation,
  GameCard,
  GameOver,
  GameState,
  GameSummary,
  Hint,
  LegalChoice,
  Localized,
  PlayerKind,
  PositionReply,
  PositionSpec,
  SideName,
} from '../api.types'
import { ask } from './engines'
import { answer as request, json } from './requests'

/** What is known of a move beside its text. */
interface Fact {
  seconds: number
  worth: Evaluation | null
}

/** A game as the browser keeps it. */
interface Kept {
  id: string
  line: PositionSpec & { moves: string[] }
  /** Moves that were given with the start, which no player chose. */
  opening: number
  facts: Fact[]
  seats: [PlayerKind, PlayerKind]
  clock: ClockRules | null
  left: [number, number]
  ended: GameOver | null
  draw: DrawOffer | null
  created: number
  updated: number
  version: number
  over: boolean
}

/** The computer's answer, of `/api/local/turn`. */
interface Turn {
  choice: LegalChoice
  label: Localized
  worth: Evaluation | null
}

const KEY = 'boyi.games'
const MOST_GAMES = 50
/** As on a server: time for a move without a clock, for a hint, for an answer to an offered draw. */
const MOVE_TIME = 1500
const HINT_TIME = 700
const DRAW_TIME = 300
const MIN_MOVES_FOR_DRAW = 10
const MAX_LEAD_FOR_DRAW = 0.05

const sides: [SideName, SideName] = ['first', 'second']
const at = (side: SideName) => (side === 'first' ? 0 : 1)
const other = (side: SideName): SideName => (side === 'first' ? 'second' : 'first')
const seconds = () => Math.floor(Date.now() / 1000)

class Refused extends Error {
  constructor(
    readonly status: number,
    readonly word: string,
    readonly words: Localized,
  ) {
    super(words.en)
  }
}

const refuse = (en: string, zh: string) => new Refused(409, 'not_now', { en, zh })

async function asked<T>(path: string, body: unknown): Promise<T> {
  const response = await ask('POST', path, new TextEncoder().encode(JSON.stringify(body)))
  const reply = await response.json()
  if (!response.ok) throw new Refused(response.status, reply.error, reply.message)
  return reply as T
}

const look = (line: PositionSpec) => asked<PositionReply>('/api/look', line)

let cards: Promise<GameCard[]> | undefined
async function card(game: string): Promise<GameCard | undefined> {
  cards ??= request('/api/catalogue').then((response) => response.json() as Promise<GameCard[]>)
  return (await cards).find((card) => card.name === game)
}

function all(): Kept[] {
  return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Kept[]
}

function keep(games: Kept[]) {
  localStorage.setItem(KEY, JSON.stringify(games.slice(0, MOST_GAMES)))
}

/** One game at hand. */
class Session {
  private look!: PositionReply
  private card: GameCard | undefined
  private thinking: { side: SideName; job: AbortController } | undefined
  /** A person's choice that waits for the computer's, in a game of rounds. */
  private held: string | undefined
  private since = performance.now()
  private running = false
  private flag: ReturnType<typeof setTimeout> | undefined
  private watchers = new Set<(state: GameState) => void>()

  constructor(private readonly kept: Kept) {}

  async open(): Promise<this> {
    this.card = await card(this.kept.line.game)
    this.look = await look(this.kept.line)
    this.startTurn()
    return this
  }

  watch(tell: (state: GameState) => void): () => void {
    this.watchers.add(tell)
    tell(this.state())
    return () => this.watchers.delete(tell)
  }

  /** Nobody looks at it any more: what was thought is thought anew when somebody comes back. */
  close() {
    this.stopThinking()
    clearTimeout(this.flag)
    this.settle()
  }

  private isPerson = (side: SideName) => this.kept.seats[at(side)].kind === 'person'

  private get over(): boolean {
    return this.kept.ended !== null || this.look.scene.over !== null
  }

  private get toAct(): SideName[] {
    return this.over ? [] : this.look.scene.to_act
  }

  private person(side: SideName | null | undefined): SideName {
    const found = side ?? this.toAct.find(this.isPerson)
    if (!found) throw refuse('it is not your turn', '还没轮到你')
    return found
  }

  private ensureGoing() {
    if (this.over) throw new Refused(409, 'game_over', { en: 'the game is over', zh: '对局已经结束' })
  }

  state(): GameState {
    const { kept, look } = this
    const left = sides.map((side) => this.left(side)) as [number, number]
    const scene = kept.ended ? { ...look.scene, legal: [], to_act: [], over: kept.ended } : look.scene
    const player = (side: SideName) => ({
      seat: kept.seats[at(side)],
      title: this.title(kept.seats[at(side)]),
      thinking: this.thinking?.side === side,
      waiting: false,
      seated: true,
    })
    return {
      id: kept.id,
      version: kept.version,
      game: kept.line.game,
      rules: look.rules,
      start: look.start,
      seed: this.over ? (kept.line.seed ?? 0) : 0,
      seats: [player('first'), player('second')],
      moves: look.moves.map((move, index) => ({ ...move, ...(kept.facts[index] ?? { seconds: 0, worth: null }) })),
      scene,
      clock: kept.clock && {
        rules: kept.clock,
        left,
        running: sides.map((side) => this.running && this.toAct.includes(side)) as [boolean, boolean],
      },
      draw: kept.draw,
      take_back: null,
      rematch: null,
      next: null,
      created: kept.created,
      updated: kept.updated,
    }
  }

  private title(seat: PlayerKind): Localized {
    if (seat.kind === 'person' || seat.kind === 'guest') return { en: 'You', zh: '你' }
    if (seat.kind === 'player') return { en: seat.player, zh: seat.player }
    const level = this.card?.levels.find((level) => level.name === seat.level)
    return level?.title ?? { en: seat.level, zh: seat.level }
  }

  async play(side: SideName | null | undefined, text: string): Promise<GameState> {
    this.ensureGoing()
    const mover = this.person(side)
    if (!this.isPerson(mover)) throw refuse('the engine plays that side', '那一方由引擎执棋')
    if (this.toAct.includes(mover) && this.toAct[0] !== mover) {
      // Both choose at once, and the record wants the first side's choice first.
      if (!this.look.scene.legal.some((choice) => choice.side === mover && choice.text === text))
        throw new Refused(422, 'illegal_move', { en: `${text} is not possible here`, zh: `这里不能走 ${text}` })
      this.held = text
      return this.state()
    }
    await this.add(mover, text, null)
    return this.state()
  }

  /** Plays a move, if it is legal: the engines' rules say so. */
  private async add(side: SideName, text: string, worth: Evaluation | null) {
    const { kept } = this
    const next = await look({ ...kept.line, moves: [...kept.line.moves, text] })
    const spent = (performance.now() - this.since) / 1000
    const { clock } = kept
    if (clock) kept.left[at(side)] = this.left(side) + (this.running ? (clock.increment ?? 0) : 0)
    kept.line.moves.push(text)
    kept.facts.push({ seconds: spent, worth })
    if (kept.draw !== offer(side)) kept.draw = null
    this.look = next
    this.changed(true)
    if (this.held !== undefined && this.toAct[0] && this.isPerson(this.toAct[0])) {
      const held = this.held
      this.held = undefined
      await this.add(this.toAct[0], held, null)
    }
  }

  private left(side: SideName): number {
    const runs = this.running && this.toAct.includes(side)
    const spent = runs ? (performance.now() - this.since) / 1000 : 0
    return Math.max(0, this.kept.left[at(side)] - spent)
  }

  /** What has passed is taken off the clocks. */
  private settle() {
    const left = sides.map((side) => this.left(side)) as [number, number]
    this.kept.left = left
    this.since = performance.now()
  }

  private changed(moved = false) {
    if (!moved) this.settle()
    this.since = performance.now()
    this.kept.updated = seconds()
    this.kept.over = this.over
    this.startTurn()
    this.tell()
    keep([this.kept, ...all().filter((game) => game.id !== this.kept.id)])
  }

  private tell() {
    this.kept.version += 1
    for (const tell of this.watchers) tell(this.state())
  }

  private startTurn() {
    clearTimeout(this.flag)
    const { kept } = this
    const side = this.toAct[0]
    // Clocks start with the first move.
    const begun = kept.line.moves.length > kept.opening || !kept.seats.some((seat) => seat.kind === 'person')
    this.running = begun && side !== undefined
    if (kept.clock && this.running) {
      const next = Math.min(...this.toAct.map((side) => this.left(side)))
      this.flag = setTimeout(() => this.fall(), next * 1000 + 2)
    }
    if (side && !this.isPerson(side) && !this.thinking) void this.think(side)
  }

  private fall() {
    const late = this.toAct.find((side) => this.left(side) <= 0)
    if (!late) return this.startTurn()
    const [en, zh] = this.named(late)
    this.end(other(late), { en: `${en} ran out of time`, zh: `${zh}超时` })
  }

  private named(side: SideName): [string, string] {
    const name = this.card?.sides[at(side)] ?? { en: side, zh: side }
    return [name.en, name.zh]
  }

  private end(winner: SideName | null, reason: Localized) {
    this.settle()
    this.kept.ended = { winner, reason }
    this.kept.draw = null
    this.stopThinking()
    this.changed()
  }

  private stopThinking() {
    this.thinking?.job.abort()
    this.thinking = undefined
    this.held = undefined
  }

  private async think(side: SideName) {
    const job = new AbortController()
    const mine = { side, job }
    this.thinking = mine
    const { kept } = this
    try {
      const turn = await this.turn(side, kept.seats[at(side)], MOVE_TIME, job.signal)
      if (this.thinking !== mine) return
      this.thinking = undefined
      await this.add(side, turn.choice.text, turn.worth)
    } catch (error) {
      if (this.thinking !== mine && job.signal.aborted) return
      this.thinking = undefined
      const why = error instanceof Refused ? error.words : { en: String(error), zh: String(error) }
      this.end(other(side), { en: `the engine failed: ${why.en}`, zh: `引擎出错：${why.zh}` })
    }
  }

  private async turn(
    side: SideName,
    seat: PlayerKind | null,
    milliseconds: number,
    signal?: AbortSignal,
  ): Promise<Turn> {
    const { kept } = this
    const timed = seat !== null && kept.clock
    const clock = timed ? [this.left(side), timed.increment ?? 0] : null
    const text = JSON.stringify({ line: kept.line, side, seat, milliseconds, clock })
    const response = await ask('POST', '/api/local/turn', new TextEncoder().encode(text), signal)
    const reply = await response.json()
    if (!response.ok) throw new Refused(response.status, reply.error, reply.message)
    return reply as Turn
  }

  async takeBack(): Promise<GameState> {
    const { kept } = this
    if (kept.line.moves.length <= kept.opening) throw refuse('there is nothing to take back', '没有可悔的棋')
    this.stopThinking()
    const step = this.card?.rounds ? 2 : 1
    const people = kept.seats.some((seat) => seat.kind === 'person')
    // A choice that the other side has not answered is no move yet.
    if (kept.line.moves.length > this.look.moves.length) kept.line.moves.pop()
    do {
      kept.line.moves.splice(Math.max(kept.opening, kept.line.moves.length - step))
      this.look = await look(kept.line)
    } while (
      people &&
      kept.line.moves.length > kept.opening &&
      !this.look.scene.to_act.some((side) => this.isPerson(side))
    )
    kept.facts.length = Math.min(kept.facts.length, kept.line.moves.length)
    kept.ended = null
    this.changed()
    return this.state()
  }

  resign(side: SideName | null | undefined): GameState {
    this.ensureGoing()
    const loser = side ?? this.toAct.find(this.isPerson) ?? sides.find(this.isPerson)
    if (!loser) throw refuse('it is not your turn', '还没轮到你')
    const [en, zh] = this.named(loser)
    this.end(other(loser), { en: `${en} resigned`, zh: `${zh}认输` })
    return this.state()
  }

  async offerDraw(side: SideName | null | undefined): Promise<GameState> {
    this.ensureGoing()
    const from = side ?? this.toAct.find(this.isPerson) ?? this.person(sides.find(this.isPerson))
    const agreed = { en: 'draw agreed', zh: '双方同意和棋' }
    if (this.kept.draw === offer(other(from))) {
      this.end(null, agreed)
      return this.state()
    }
    this.kept.draw = offer(from)
    this.tell()
    if (this.isPerson(other(from)) || !this.toAct[0]) return this.state()
    const moves = this.kept.line.moves.length
    const { worth } = await this.turn(this.toAct[0], null, DRAW_TIME)
    if (this.over || this.kept.draw !== offer(from)) return this.state()
    const sign = from === 'first' ? -1 : 1
    const lead = worth && sign * (worth.units ?? 100 * Math.sign(worth.wins_in ?? 0))
    if (moves >= MIN_MOVES_FOR_DRAW && lead !== null && lead <= MAX_LEAD_FOR_DRAW) this.end(null, agreed)
    else {
      this.kept.draw = 'declined'
      this.tell()
    }
    return this.state()
  }

  async hint(): Promise<Hint> {
    this.ensureGoing()
    return this.turn(this.person(undefined), null, HINT_TIME)
  }

  at(ply: number): Promise<PositionReply> {
    return look({ ...this.kept.line, moves: this.kept.line.moves.slice(0, ply) })
  }
}

const offer = (side: SideName): DrawOffer => (side === 'first' ? 'by_first' : 'by_second')

let session: { id: string; opened: Promise<Session> } | undefined

/** The game that is being looked at; the one before rests. */
function find(id: string): Promise<Session> {
  if (session?.id === id) return session.opened
  void session?.opened.then((before) => before.close())
  const kept = all().find((game) => game.id === id)
  if (!kept) {
    session = undefined
    return Promise.reject(new Refused(404, 'unknown_id', { en: 'there is no game of this name', zh: '没有这个编号' }))
  }
  const opened = new Session(kept).open()
  session = { id, opened }
  return opened
}

/** Tells every change of a game, the first at once; returns how to stop that, which the game rests after. */
export function watch(id: string, tell: (state: GameState) => void): () => void {
  let stopped = false
  let leave = () => {}
  void find(id).then(
    (session) => {
      if (!stopped) leave = session.watch(tell)
    },
    () => {},
  )
  return () => {
    stopped = true
    leave()
    if (session?.id !== id) return
    void session.opened.then((game) => game.close())
    session = undefined
  }
}

type NewGame = PositionSpec & { seats: [PlayerKind, PlayerKind]; clock?: ClockRules | null }

async function begin({ seats, clock, ...line }: NewGame): Promise<GameState> {
  const random = crypto.getRandomValues(new Uint32Array(2))
  const seed = line.seed || (random[0]! % 2 ** 20) * 2 ** 32 + random[1]!
  const spec = { ...line, seed, moves: line.moves ?? [] }
  await look(spec)
  const id = Array.from(
    crypto.getRandomValues(new Uint8Array(10)),
    (byte) => 'abcdefghijkmnpqrstuvwxyz23456789'[byte % 32],
  ).join('')
  const time = clock?.seconds ?? 0
  const kept: Kept = {
    id,
    line: spec,
    opening: spec.moves.length,
    facts: spec.moves.map(() => ({ seconds: 0, worth: null })),
    seats,
    clock: clock ? { seconds: clock.seconds, increment: clock.increment ?? 0 } : null,
    left: [time, time],
    ended: null,
    draw: null,
    created: seconds(),
    updated: seconds(),
    version: Date.now(),
    over: false,
  }
  keep([kept, ...all()])
  return (await find(id)).state()
}

async function list(): Promise<GameSummary[]> {
  const games = all().toSorted((one, two) => two.updated - one.updated)
  return Promise.all(
    games.map(async (kept) => {
      const known = await card(kept.line.game)
      const title = (seat: PlayerKind): Localized => {
        if (seat.kind === 'person' || seat.kind === 'guest') return { en: 'You', zh: '你' }
        const name = seat.kind === 'level' ? seat.level : seat.player
        return known?.levels.find((level) => level.name === name)?.title ?? { en: name, zh: name }
      }
      const { id, over, updated } = kept
      const titles: [Localized, Localized] = [title(kept.seats[0]), title(kept.seats[1])]
      return { id, game: kept.line.game, titles, moves: kept.line.moves.length, over, updated }
    }),
  )
}

/** Answers a request about games. */
export async function answer(method: string, path: string, init: RequestInit): Promise<Response> {
  const [id, what, ply] = path.replace('/api/games', '').split('/').filter(Boolean)
  const body = init.body ? await new Response(init.body).json() : {}
  try {
    if (!id) return json(method === 'POST' ? await begin(body) : await list(), method === 'POST' ? 201 : 200)
    if (method === 'DELETE') {
      if (session?.id === id) session = undefined
      keep(all().filter((game) => game.id !== id))
      localStorage.removeItem(`boyi.study.${id}`)
      return json(undefined)
    }
    const game = await find(id)
    switch (what) {
      case undefined:
        return json(game.state())
      case 'at':
        return json(await game.at(Number(ply)))
      case 'moves':
        return json(await game.play(body.side, body.text))
      case 'take-back':
        return json(await game.takeBack())
      case 'resign':
        return json(game.resign(body.side))
      case 'draw':
        return json(await game.offerDraw(body.side))
      case 'hint':
        return json(await game.hint())
    }
    return json({ error: 'unknown_id', message: { en: 'there is no such request', zh: '没有这样的请求' } }, 404)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return json({ error: error.word, message: error.words }, error.status)
  }
}
