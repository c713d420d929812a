/** How evaluations are written: one unit a game, and always for whom. */

import type { Evaluation, SideName } from '../api.types'
import { sideName } from '../boards/skin'
import { t } from './i18n.svelte'

const tenths = (units: number) => (Math.abs(Math.round(10 * units)) / 10).toFixed(1)

/** Who is better and by how much: "White +2.0", "White wins in 9", "Even". */
export function written(worth: Evaluation, game: string): string {
  const { units, wins_in, share, solved } = worth
  const named = (side: SideName) => sideName(game, side)
  if (wins_in !== null)
    return t('eval.winsin', { side: named(wins_in > 0 ? 'first' : 'second'), moves: Math.abs(wins_in) })
  const ahead = named(share > 0.5 ? 'first' : 'second')
  if (units === null) return t('eval.winning', { side: ahead })
  if (solved) return units === 0 ? t('eval.draw') : t('eval.winsby', { side: ahead, units: Math.abs(units) })
  return Math.round(10 * units) === 0 ? t('eval.even') : `${ahead} +${tenths(units)}`
}

/** The same where there is no room: the number alone, `#` before moves to a win. */
export function short(worth: Evaluation): string {
  if (worth.wins_in !== null) return `#${Math.abs(worth.wins_in)}`
  if (worth.units === null) return worth.share > 0.5 ? '▲' : '▼'
  return Math.abs(worth.units) >= 10 || worth.solved ? String(Math.abs(Math.round(worth.units))) : tenths(worth.units)
}
