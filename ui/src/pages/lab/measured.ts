/** Results of long runs: the tables as `boyi lab --csv` wrote them, and what they say. */

import type { Key } from '../../lib/i18n.svelte'
import { objects } from './csv'
import type { Name } from './experiment.svelte'
import type { Rung } from './Rungs.svelte'
import estimatesRooms from './measured/estimates-rooms.csv?raw'
import evaluationGomoku from './measured/evaluation-gomoku.csv?raw'
import ladderGarlic from './measured/ladder-garlic.csv?raw'
import ladderGomoku from './measured/ladder-gomoku.csv?raw'
import ladderReversi from './measured/ladder-reversi.csv?raw'
import ladderXiangqi from './measured/ladder-xiangqi.csv?raw'
import orderingReversi from './measured/ordering-reversi.csv?raw'
import pruningReversi from './measured/pruning-reversi.csv?raw'
import samplingExploration from './measured/sampling-exploration.csv?raw'
import samplingLeaves from './measured/sampling-leaves.csv?raw'
import samplingTime from './measured/sampling-time.csv?raw'

/** A column with a heading in the dictionaries. */
type Column = Key extends infer K ? (K extends `measured.column.${infer Name}` ? Name : never) : never

export interface Measured {
  experiment: Name
  command: string
  answer: Key
  /** The columns to show; none of a ladder, which is drawn. */
  columns: Column[]
  csv: string
  /** Which rows are worth showing; all unless said. */
  only?: (row: Record<string, string>) => boolean
}

/** The cells of the columns that are shown. */
export function rowsOf({ csv, columns, only = () => true }: Measured): string[][] {
  if (columns.length === 0) return []
  return objects(csv)
    .filter(only)
    .map((row) => columns.map((key) => shown(key, row[key] ?? '')))
}

/** The rows of a ladder. */
export function rungsOf({ csv }: Measured): Rung[] {
  return objects(csv).map(({ player, control, rating, error }) => ({
    player: player!,
    control: control!,
    rating: Number(rating),
    error: error ? Number(error) : null,
  }))
}

/** A number as people read it: shares in percent, large counts in groups. */
function shown(key: string, text: string): string {
  const value = Number(text)
  if (text === '' || Number.isNaN(value)) return text || '–'
  if (key === 'score' || key.includes('_to_')) return `${+(100 * value).toPrecision(3)} %`
  if (key === 'seconds') return `${value < 0.1 ? value.toPrecision(2) : value.toFixed(2)} s`
  if (key.startsWith('elo')) return value.toFixed(0)
  return value.toLocaleString('en')
}

const samplingCommands = {
  exploration: 'boyi lab sampling exploration reversi --size 6 --controls playouts=200 --games 400 --csv',
  leaves: 'boyi lab sampling leaves reversi --size 6 --controls playouts=200 --games 400 --csv',
  time: 'boyi lab sampling time reversi --controls time=1ms,time=4ms,time=16ms --games 40 --csv',
}

export const measured: Measured[] = [
  {
    experiment: 'pruning',
    command: 'boyi lab reversi --depths 2,3,4,5,6,7,8 --positions 2 --limit 600 --csv',
    answer: 'measured.pruning',
    columns: ['search', 'depth', 'nodes', 'leaves_to_minimax'],
    csv: pruningReversi,
    only: (row) => Number(row.depth) % 2 === 0,
  },
  {
    experiment: 'ordering',
    command: 'boyi lab ordering reversi --depths 2,4,6,8 --positions 2 --csv',
    answer: 'measured.ordering',
    columns: ['order', 'depth', 'nodes', 'nodes_to_listed'],
    csv: orderingReversi,
  },
  {
    experiment: 'estimates',
    command: 'boyi lab estimates --kind rooms --sizes 41,81,161 --mazes 5 --csv',
    answer: 'measured.estimates',
    columns: ['line', 'size', 'length', 'expanded', 'expanded_to_zero'],
    csv: estimatesRooms,
  },
  {
    experiment: 'evaluation',
    command: 'boyi lab evaluation gomoku --evaluations report --depths 1,2,3 --games 100 --csv',
    answer: 'measured.evaluation',
    columns: ['player', 'opponent', 'games', 'score', 'elo', 'elo_error'],
    csv: evaluationGomoku,
  },
  ...(['exploration', 'leaves', 'time'] as const).map((question) => ({
    experiment: 'sampling' as const,
    command: samplingCommands[question],
    answer: `measured.${question}` as const,
    columns: ['player', 'opponent', 'games', 'score', 'elo', 'elo_error'] as Column[],
    csv: { exploration: samplingExploration, leaves: samplingLeaves, time: samplingTime }[question],
  })),
  ...(
    [
      ['reversi', ladderReversi, 4],
      ['gomoku', ladderGomoku, 4],
      ['xiangqi', ladderXiangqi, 2],
      ['garlic', ladderGarlic, 8],
    ] as const
  ).map(([game, csv, games]) => ({
    experiment: 'ladder' as const,
    command: `boyi lab ladder ${game} --controls time=1ms,time=4ms,time=16ms --games ${games} --csv`,
    answer: `measured.ladder.${game}` as const,
    columns: [],
    csv,
  })),
]
