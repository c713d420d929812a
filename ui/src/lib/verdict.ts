/** What a review says of a move, in a sentence. */

import type { MoveVerdict } from '../api.types'
import { say, t } from './i18n.svelte'
import type { Node } from './study.svelte'

type Bad = MoveVerdict & { grade: NonNullable<MoveVerdict['grade']> }

export function isBad(verdict: MoveVerdict | undefined): verdict is Bad {
  return Boolean(verdict?.grade)
}

/** How bad the move was, by what, and what was better. */
export function sentence(node: Node, game: string): string {
  const { verdict } = node
  if (!isBad(verdict)) return ''
  const better = node.parent?.better[0]
  const grade = t(`grade.${verdict.grade}`)
  const loss = lossText(verdict, game)
  return better && better.text !== node.text
    ? t('review.sentence', { grade, loss, better: say(better.label) })
    : t('review.alone', { grade, loss })
}

export function lossText(verdict: MoveVerdict, game: string): string {
  if (verdict.turned) {
    const [from, to] = verdict.turned
    return t(to === 'draw' ? 'review.windraw' : from === 'win' ? 'review.winloss' : 'review.drawloss')
  }
  const { units, lost } = verdict
  if (game === 'reversi' && units !== null) return t('review.discs', { units: units.toFixed(0) })
  if (lost >= 1) return t('review.chances', { lost: lost.toFixed(0) })
  return units !== null ? t('review.material', { units: units.toFixed(1) }) : t('review.slower')
}
