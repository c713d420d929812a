import { describe, expect, test, vi } from 'vitest'
import type { PuzzleCard } from '../../api.types'
import { after, afterDaily, daysInARow, fresh, next, remember, remembered } from './progress'

const card = (id: string, rating: number): PuzzleCard => ({ id, rating, themes: [], moves: 2 })
const cards = [card('easy', 800), card('middle', 1010), card('hard', 1500)]
const DAY = 86_400_000

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
})

describe('spaced repetition', () => {
  test('something new is as hard as the solver is strong', () => {
    expect(next(fresh(), cards, 0)?.id).toBe('middle')
    expect(next({ ...fresh(), rating: 1450 }, cards, 0)?.id).toBe('hard')
    expect(next(fresh(), cards, 0, 'middle')?.id).toBe('easy')
  })

  test('what went wrong comes again soon, what went well later and later', () => {
    const failed = after(fresh(), cards[1]!, false, 0)
    expect(next(failed, cards, 0)?.id).not.toBe('middle')
    expect(next(failed, cards, DAY / 24)?.id).toBe('middle')
    let well = after(failed, cards[1]!, true, 0)
    const first = well.known['middle']!.due
    well = after(well, cards[1]!, true, first)
    expect(well.known['middle']!.due - first).toBeGreaterThan(first)
  })

  test('when all are known, the soonest comes; an empty list has none', () => {
    let progress = fresh()
    for (const [at, one] of cards.entries()) progress = after(progress, one, true, at)
    expect(next(progress, cards, 10)?.id).toBe('easy')
    expect(next(progress, [], 10)).toBeUndefined()
  })
})

describe('rating and streaks', () => {
  test('only the first meeting counts, and hard ones count more', () => {
    const one = after(fresh(), cards[2]!, true, 0)
    expect(one.rating).toBeGreaterThan(after(fresh(), cards[0]!, true, 0).rating)
    expect(after(one, cards[2]!, true, DAY).rating).toBe(one.rating)
    expect(after(fresh(), cards[0]!, false, 0).rating).toBeLessThan(1000)
  })

  test('a mistake ends the streak, the best one stays', () => {
    let progress = after(after(fresh(), cards[0]!, true, 0), cards[1]!, true, 0)
    expect(progress.streak).toBe(2)
    progress = after(progress, cards[2]!, false, 0)
    expect([progress.streak, progress.best]).toEqual([0, 2])
  })

  test('days in a row', () => {
    let progress = afterDaily(afterDaily(fresh(), 10), 11)
    expect(afterDaily(progress, 11).days).toBe(2)
    expect([daysInARow(progress, 12), daysInARow(progress, 13)]).toEqual([2, 0])
    progress = afterDaily(progress, 14)
    expect(progress.days).toBe(1)
  })
})

test('a broken memory is a fresh one', () => {
  remember('gomoku', after(fresh(), cards[0]!, true, 0))
  expect(remembered('gomoku').streak).toBe(1)
  localStorage.setItem('boyi.puzzles.gomoku', '{not json')
  expect(remembered('gomoku')).toEqual(fresh())
})
