/** Results of long runs: the tables as `boyi lab --csv` wrote them, and what they say. */

import type { Words } from '../../api.types'
import { objects } from './csv'
import type { Name } from './experiment.svelte'
import estimatesRooms from './measured/estimates-rooms.csv?raw'
import evaluationGomoku from './measured/evaluation-gomoku.csv?raw'
import orderingReversi from './measured/ordering-reversi.csv?raw'
import pruningReversi from './measured/pruning-reversi.csv?raw'

export interface Measured {
  experiment: Name
  command: string
  answer: Words
  /** Which columns are worth showing, and how they are called. */
  columns: [string, Words][]
  csv: string
  /** Which rows are worth showing; all unless said. */
  only?: (row: Record<string, string>) => boolean
}

/** The cells of the columns that are shown. */
export function rowsOf({ csv, columns, only = () => true }: Measured): string[][] {
  return objects(csv)
    .filter(only)
    .map((row) => columns.map(([key]) => shown(key, row[key] ?? '')))
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

export const measured: Measured[] = [
  {
    experiment: 'pruning',
    command: 'boyi lab reversi --depths 2,3,4,5,6,7,8 --positions 2 --limit 600 --csv',
    answer: {
      en: 'At depth 2 pruning halves the work; at depth 8 plain minimax enters 130 million positions where alpha-beta enters half a million, and with moves in a good order and null windows 62 thousand are enough: one in two thousand. All find the same value.',
      zh: '深度 2 时剪枝省一半；深度 8 时极小极大要进入 1.3 亿个局面，alpha-beta 只需约 51 万，再加上好的着法顺序和零窗口只需 6.2 万，约两千分之一。结果的值都相同。',
    },
    columns: [
      ['search', { en: 'search', zh: '搜索' }],
      ['depth', { en: 'depth', zh: '深度' }],
      ['nodes', { en: 'nodes', zh: '节点' }],
      ['leaves_to_minimax', { en: 'leaves of minimax', zh: '叶节点占极小极大' }],
    ],
    csv: pruningReversi,
    only: (row) => Number(row.depth) % 2 === 0,
  },
  {
    experiment: 'ordering',
    command: 'boyi lab ordering reversi --depths 2,4,6,8 --positions 2 --csv',
    answer: {
      en: 'On Othello at depth 8 the evaluation’s own guess (promise) is the best single hint: a quarter of the positions are left. Killers, history and promise together leave 17 %, and three cuts in four come with the first move tried.',
      zh: '黑白棋深度 8 时，单项中评估函数的预判（估值预排）最有效：只剩四分之一的局面。杀手、历史和预排并用剩 17 %，四次剪枝中有三次由第一着引起。',
    },
    columns: [
      ['order', { en: 'order', zh: '顺序' }],
      ['depth', { en: 'depth', zh: '深度' }],
      ['nodes', { en: 'nodes', zh: '节点' }],
      ['nodes_to_listed', { en: 'of as listed', zh: '占原顺序' }],
    ],
    csv: orderingReversi,
  },
  {
    experiment: 'estimates',
    command: 'boyi lab estimates --kind rooms --sizes 41,81,161 --mazes 5 --csv',
    answer: {
      en: 'In rooms of 161 x 161 cells the Manhattan distance leaves A* a tenth of the work, and IDA* with a table one part in eight hundred; the ways found are equally short.',
      zh: '在 161 x 161 的房间地图中，曼哈顿距离使 A* 的工作量降到十分之一，带表的 IDA* 降到约八百分之一；找到的路同样短。',
    },
    columns: [
      ['line', { en: 'search', zh: '搜索' }],
      ['size', { en: 'size', zh: '大小' }],
      ['length', { en: 'length', zh: '路长' }],
      ['expanded', { en: 'expanded', zh: '展开' }],
      ['expanded_to_zero', { en: 'of h = 0', zh: '占 h = 0' }],
    ],
    csv: estimatesRooms,
  },
  {
    experiment: 'evaluation',
    command: 'boyi lab evaluation gomoku --evaluations report --depths 1,2,3 --games 100 --csv',
    answer: {
      en: 'A course report on gomoku believed that with a poor evaluation a deeper search can play worse. With the report’s own evaluation on the usual board that is not so at the depths it could reach: depth 2 beats depth 1 by 220 ± 72 Elo, and depth 3 beats depth 2 by 78 ± 62 (100 games each, 95 % intervals). What each further ply is worth shrinks, though.',
      zh: '一份五子棋课程报告认为，评估函数不好时搜索越深反而越差。用该报告自己的评估函数在通常棋盘上检验，在它能达到的深度内并非如此：深度 2 胜深度 1 达 220 ± 72 Elo，深度 3 胜深度 2 达 78 ± 62（各 100 局，95 % 区间）。不过每多一层的收益在变小。',
    },
    columns: [
      ['player', { en: 'player', zh: '棋手' }],
      ['opponent', { en: 'opponent', zh: '对手' }],
      ['games', { en: 'games', zh: '局数' }],
      ['score', { en: 'score', zh: '得分率' }],
      ['elo', { en: 'Elo', zh: 'Elo' }],
      ['elo_error', { en: '±', zh: '±' }],
    ],
    csv: evaluationGomoku,
  },
]
