/** Who solved what, kept by the browser: a rating, streaks, and when each puzzle comes again. */

import type { PuzzleCard } from '../../api.types'

/** How well a puzzle is known, and when (in milliseconds since 1970) it is to be asked again. */
export interface Known {
  box: number
  due: number
}

export interface Progress {
  known: Record<string, Known>
  rating: number
  /** Solved one after the other without a mistake or help. */
  streak: number
  best: number
  /** The last day whose puzzle was solved, and how many days in a row there were. */
  day: number
  days: number
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Leitner's boxes: what is known better comes later. What went wrong comes again in a quarter of an hour. */
const WAITS = [15 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY, 60 * DAY]
/** How fast the rating follows. */
const PACE = 32

export const fresh = (): Progress => ({ known: {}, rating: 1000, streak: 0, best: 0, day: 0, days: 0 })

/** After a puzzle; `clean` if it was solved at the first try and without help. */
export function after(progress: Progress, card: PuzzleCard, clean: boolean, now: number): Progress {
  const before = progress.known[card.id]
  const box = clean ? Math.min((before?.box ?? 0) + 1, WAITS.length - 1) : 0
  const expected = 1 / (1 + 10 ** ((card.rating - progress.rating) / 400))
  // Only the first meeting says something about strength.
  const gain = before ? 0 : PACE * ((clean ? 1 : 0) - expected)
  const streak = clean ? progress.streak + 1 : 0
  return {
    ...progress,
    known: { ...progress.known, [card.id]: { box, due: now + WAITS[box]! } },
    rating: Math.round(progress.rating + gain),
    streak,
    best: Math.max(progress.best, streak),
  }
}

/** After the puzzle of a day. */
export function afterDaily(progress: Progress, day: number): Progress {
  if (progress.day === day) return progress
  return { ...progress, day, days: progress.day === day - 1 ? progress.days + 1 : 1 }
}

/** Days in a row up to today or yesterday. */
export const daysInARow = (progress: Progress, today: number) => (progress.day >= today - 1 ? progress.days : 0)

/** What to ask next: what is due, then something new as hard as the solver is strong, then what comes soonest. */
export function next(
  progress: Progress,
  cards: readonly PuzzleCard[],
  now: number,
  current?: string,
): PuzzleCard | undefined {
  const others = cards.filter((card) => card.id !== current)
  const due = ({ id }: PuzzleCard) => progress.known[id]?.due ?? Infinity
  const least = (from: PuzzleCard[], by: (card: PuzzleCard) => number) =>
    from.reduce<PuzzleCard | undefined>((best, card) => (best && by(best) <= by(card) ? best : card), undefined)
  return (
    least(
      others.filter((card) => due(card) <= now),
      due,
    ) ??
    least(
      others.filter((card) => !progress.known[card.id]),
      (card) => Math.abs(card.rating - progress.rating),
    ) ??
    least(others, due) ??
    cards[0]
  )
}

const key = (game: string) => `boyi.puzzles.${game}`

export function remembered(game: string): Progress {
  try {
    return { ...fresh(), ...JSON.parse(localStorage.getItem(key(game)) ?? '{}') }
  } catch {
    return fresh()
  }
}

export function remember(game: string, progress: Progress) {
  try {
    localStorage.setItem(key(game), JSON.stringify(progress))
  } catch {
    // A browser that keeps nothing still shows puzzles.
  }
}
