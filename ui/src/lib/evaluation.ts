/** How evaluations are written. */

import type { Evaluation } from '../api.types'
import { t } from './i18n.svelte'

export function written(worth: Evaluation): string {
  if (worth.wins_in !== null)
    return t('analyse.wins', { moves: `${worth.wins_in > 0 ? '+' : '−'}${Math.abs(worth.wins_in)}` })
  const tenths = Math.round(10 * (worth.units ?? 0))
  return (tenths > 0 ? '+' : tenths < 0 ? '−' : '') + (Math.abs(tenths) / 10).toFixed(1)
}
