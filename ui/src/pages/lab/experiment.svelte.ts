/** An experiment of the laboratory: what is asked, and what the server finds. */

import type { Localized } from '../../api.types'
import { say, t, type Key } from '../../lib/i18n.svelte'
import { connect, type Socket } from '../../lib/socket'
import type { Line } from './Plot.svelte'
import type { Rung } from './Rungs.svelte'

export type Name = 'pruning' | 'ordering' | 'estimates' | 'weights' | 'evaluation' | 'depth' | 'ladder' | 'sampling'

/** What is varied about sampling; the server knows the same words. */
export const questions = ['time', 'exploration', 'leaves'] as const

export interface Column {
  key: string
  heading: Localized | null
  groups: boolean
}

export interface Chart {
  title: Localized
  across: string
  up: string
  by: string
  error: string | null
  logarithmic: boolean
}

type News =
  | { news: 'begun'; title: Localized; about: Localized; columns: Column[]; charts: Chart[] }
  | { news: 'doing'; what: Localized; done: number }
  | { news: 'row'; values: (string | number | boolean | null | number[])[]; words: Localized[] }
  | { news: 'done'; csv: string }
  | { news: 'failed'; message: Localized }

export const experiments: [Name, Key, Key][] = [
  ['pruning', 'lab.pruning', 'lab.pruningAsk'],
  ['ordering', 'lab.ordering', 'lab.orderingAsk'],
  ['estimates', 'lab.estimates', 'lab.estimatesAsk'],
  ['weights', 'lab.weights', 'lab.weightsAsk'],
  ['evaluation', 'lab.evaluation', 'lab.evaluationAsk'],
  ['depth', 'lab.depth', 'lab.depthAsk'],
  ['sampling', 'lab.sampling', 'lab.samplingAsk'],
  ['ladder', 'lab.ladder', 'lab.ladderAsk'],
]
export const classic = ['minimax', 'alpha-beta', 'ordered', 'table', 'pvs', 'aspiration', 'mtdf']
/** Searches by name that play on the ladder of a game of turns; all of them take their time. */
const ofTurns = [
  ...classic,
  'monte-carlo',
  'uct',
  'rave',
  'puct',
  'mcts-solver',
  'expectiminimax',
  'beam',
  'pn',
  'dfpn',
]
/** The same for a game of rounds, where both sides move at once. */
const ofRounds = ['monte-carlo', 'uct', 'rave', 'puct', 'regret-matching', 'expectiminimax']

export function contestants(rounds: boolean): string[] {
  return rounds ? ofRounds : ofTurns
}
export const walkers = [
  'astar',
  'ida-table',
  'fringe',
  'jps',
  'uniform-cost',
  'greedy',
  'bidirectional',
  'breadth-first',
]

const usualDepths: Record<Name, string> = {
  pruning: '2,3,4,5,6',
  ordering: '2,3,4,5,6',
  estimates: '',
  weights: '',
  evaluation: '1,2',
  depth: '1,2,3',
  ladder: '',
  sampling: '',
}

/** Limits of both players that show something while somebody waits. */
const usualControls: Partial<Record<Name, string>> = {
  ladder: 'time=2ms, time=5ms, time=12ms',
  sampling: 'playouts=200',
}

/** The deepest players that finish a game while somebody waits; the server has the same limit. */
const DEEPEST_PLAYER = 6

function numbers(text: string): number[] {
  const found = text.split(/[,\s]+/).map(Number)
  return found.filter((number) => Number.isInteger(number) && number > 0)
}

export class Experiment {
  chosen = $state<Name>('pruning')
  game = $state('reversi')
  depths = $state(usualDepths.pruning)
  positions = $state(2)
  searches = $state([...classic])
  climbers = $state(['alpha-beta', 'pvs', 'uct', 'rave', 'puct'])
  paths = $state(['astar', 'ida-table', 'fringe', 'jps'])
  kind = $state('braided')
  sizes = $state('21,41,61,81')
  mazes = $state(5)
  weights = $state('1, 1.2, 1.5, 2, 3, 5')
  games = $state(20)
  question = $state<(typeof questions)[number]>('exploration')
  /** Limits of the players, as options. */
  limits = $state('')
  /** Rows of the board; empty for the usual. */
  board = $state<number | null>(null)

  sheet = $state.raw<Extract<News, { news: 'begun' }>>()
  rows = $state.raw<Extract<News, { news: 'row' }>[]>([])
  doing = $state<{ what: Localized; done: number }>()
  csv = $state('')
  wrong = $state('')
  running = $state(false)
  private socket: Socket | undefined

  private plies = $derived.by(() => {
    const found = numbers(this.depths)
    if (this.chosen !== 'evaluation' && this.chosen !== 'depth') return found
    return [...new Set(found)].filter((depth) => depth <= DEEPEST_PLAYER).sort((one, other) => one - other)
  })

  private controls = $derived(this.limits.split(/[,\s]+/).filter(Boolean))
  private factors = $derived(this.weights.split(/[,\s]+/).filter(Boolean))
  private mazeSize = $derived(numbers(this.sizes).at(-1) ?? 81)

  /** What the server is asked. */
  request = $derived.by(() => {
    const {
      chosen: experiment,
      game,
      plies: depths,
      searches,
      positions,
      kind,
      mazes,
      paths,
      games,
      board: size,
    } = this
    if (experiment === 'estimates') return { experiment, kind, sizes: numbers(this.sizes), mazes, searches: paths }
    if (experiment === 'weights') return { experiment, kind, size: this.mazeSize, mazes, weights: this.factors }
    if (experiment === 'pruning') return { experiment, game, depths, searches, positions }
    if (experiment === 'ordering') return { experiment, game, depths, positions }
    const { controls, question } = this
    if (experiment === 'ladder') return { experiment, game, searches: this.climbers, controls, size, games }
    if (experiment === 'sampling') return { experiment, question, game, controls, size, games }
    return { experiment, game, depths, size, games }
  })

  /** The same as a command. */
  command = $derived.by(() => {
    const { chosen, game, plies, positions, searches, kind, mazes, paths, games, board } = this
    const depths = `--depths ${plies.join(',')}`
    switch (chosen) {
      case 'pruning':
        return `boyi lab ${game} ${depths} --positions ${positions}${searches.length < classic.length ? ` --searches ${searches.join(',')}` : ''}`
      case 'ordering':
        return `boyi lab ordering ${game} ${depths} --positions ${positions}`
      case 'estimates':
        return `boyi lab estimates --kind ${kind} --sizes ${numbers(this.sizes).join(',')} --mazes ${mazes} --searches ${paths.join(',')}`
      case 'weights':
        return `boyi lab weights --kind ${kind} --size ${this.mazeSize} --mazes ${mazes} --weights ${this.factors.join(',')}`
      case 'ladder':
        return `boyi lab ladder ${game} --players ${this.climbers.join(',')} --controls ${this.controls.join(',')}${board ? ` --size ${board}` : ''} --games ${games}`
      case 'sampling':
        return `boyi lab sampling ${this.question} ${game} --controls ${this.controls.join(',')}${board ? ` --size ${board}` : ''} --games ${games}`
      default:
        return `boyi lab ${chosen} ${game} ${depths}${board ? ` --size ${board}` : ''} --games ${games}`
    }
  })

  choose(name: Name) {
    this.stop()
    this.clear()
    this.chosen = name
    this.depths = usualDepths[name]
    this.board = name === 'evaluation' ? 9 : null
    if (name === 'evaluation') this.game = 'gomoku'
    if (name !== 'evaluation' && name !== 'ordering') this.game = 'reversi'
    this.limits = usualControls[name] ?? ''
    this.climb(false)
  }

  /** Some searches that play this kind of game. */
  climb(rounds: boolean) {
    this.climbers = rounds ? ['uct', 'puct', 'regret-matching'] : ['alpha-beta', 'pvs', 'uct', 'rave', 'puct']
  }

  /** Alpha-beta counts no playouts: against it the limits are times. */
  ask(question: (typeof questions)[number]) {
    this.question = question
    this.limits = question === 'time' ? 'time=5ms, time=20ms' : usualControls.sampling!
  }

  private clear() {
    this.sheet = undefined
    this.rows = []
    this.csv = this.wrong = ''
  }

  stop() {
    this.socket?.close()
    this.socket = undefined
    this.running = false
    this.doing = undefined
  }

  run() {
    this.stop()
    this.clear()
    this.running = true
    const mine = (this.socket = connect('/api/lab/live'))
    mine.onopen = () => mine.send(JSON.stringify(this.request))
    mine.onmessage = (event) => {
      if (mine === this.socket) this.hear(JSON.parse(event.data) as News)
    }
    mine.onclose = () => {
      if (mine !== this.socket) return
      this.wrong = t('lab.lost')
      this.stop()
    }
  }

  private hear(news: News) {
    if (news.news === 'begun') this.sheet = news
    else if (news.news === 'doing') this.doing = news
    else if (news.news === 'row') this.rows = [...this.rows, news]
    else {
      if (news.news === 'done') this.csv = news.csv
      else this.wrong = say(news.message)
      this.stop()
    }
  }

  /** The lines of a chart. What was given up has no point. */
  lines(chart: Chart): Line[] {
    const columns = this.sheet?.columns ?? []
    const place = (key: string | null) => columns.findIndex((column) => column.key === key)
    const [x, y, by, error, finished] = [chart.across, chart.up, chart.by, chart.error, 'finished'].map(place) as [
      number,
      number,
      number,
      number,
      number,
    ]
    const found = new Map<string, Line>()
    for (const { values, words } of this.rows) {
      const [at, up, bar] = [Number(values[x]), values[y], values[error]]
      if (typeof up !== 'number' || (chart.logarithmic && up <= 0) || values[finished] === false) continue
      const name = say(words[by]!)
      const line = found.get(name) ?? { name, points: [] }
      found.set(name, line)
      line.points.push(typeof bar === 'number' ? { x: at, y: up, error: bar } : { x: at, y: up })
    }
    return [...found.values()]
  }

  /** The rows of a ladder. */
  get rungs(): Rung[] {
    return this.objects.map(({ player, control, rating, error }) => ({
      player: String(player),
      control: String(control),
      rating: Number(rating),
      error: typeof error === 'number' ? error : null,
    }))
  }

  /** The rows as objects, as `boyi lab --json` writes them. */
  get objects(): Record<string, unknown>[] {
    const columns = this.sheet?.columns ?? []
    return this.rows.map((row) => Object.fromEntries(columns.map((column, index) => [column.key, row.values[index]])))
  }
}
