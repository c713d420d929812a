import { afterEach, describe, expect, test } from 'vitest'
import en from '../i18n/en.json'
import zh from '../i18n/zh.json'
import { clockText } from './clock'
import { short, written } from './evaluation'
import { maybe, say, t } from './i18n.svelte'
import { mazeKinds, mazeName } from './mazes'
import { place } from './router.svelte'
import { settings } from './settings.svelte'
import { fill, number, percent } from './text'

afterEach(() => void (settings.language = 'en'))

describe('dictionaries', () => {
  const blanks = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

  test('both languages have the same keys, no text is empty', () => {
    expect(Object.keys(zh)).toEqual(Object.keys(en))
    for (const text of [...Object.values(en), ...Object.values(zh)]) expect(text.trim()).not.toBe('')
  })

  test('both languages have the same blanks to fill in', () => {
    for (const [key, text] of Object.entries(en)) expect(blanks(zh[key as keyof typeof zh]), key).toEqual(blanks(text))
  })

  test('a text follows the chosen language and its blanks are filled in', () => {
    expect(t('watch.ply', { at: 3, count: 40 })).toBe('Move 3 of 40')
    expect(say({ en: 'Red', zh: '红方' })).toBe('Red')
    settings.language = 'zh'
    expect(t('watch.ply', { at: 3, count: 40 })).toContain('40')
    expect(t('watch.ply', { at: 3, count: 40 })).not.toContain('Move')
    expect(say({ en: 'Red', zh: '红方' })).toBe('红方')
  })

  test('a key that does not exist has no text', () => {
    expect(maybe('no.such.key')).toBeUndefined()
    expect(mazeName('spiral')).toBe('spiral')
    for (const kind of mazeKinds) expect(mazeName(kind)).not.toBe(kind)
  })
})

describe('numbers and sentences', () => {
  test('blanks without a value become empty', () => {
    expect(fill('{a} of {b}{c}', { a: 1, b: 'two' })).toBe('1 of two')
  })

  test('large numbers are grouped, small shares keep two digits', () => {
    expect(number(1234567)).toBe('1,234,567')
    expect(percent(0.5)).toBe('50.0')
    expect(percent(0.01234)).toBe('1.23')
  })

  test('clocks show tenths at the end, hours where there are any', () => {
    expect(clockText(0)).toBe('0.0')
    expect(clockText(19.94)).toBe('19.9')
    expect(clockText(20)).toBe('0:20')
    expect(clockText(59.2)).toBe('1:00')
    expect(clockText(3599.5)).toBe('1:00:00')
    expect(clockText(3725)).toBe('1:02:05')
  })

  test('evaluations have a sign, and wins count moves', () => {
    const worth = (units: number | null, wins_in: number | null, share: number) => ({ units, wins_in, share })
    expect(written(worth(1.26, null, 0.6), 'xiangqi')).toBe('Red +1.3')
    expect(written(worth(-0.04, null, 0.5), 'xiangqi')).toBe('Even')
    expect(written(worth(-2, null, 0.2), 'reversi')).toBe('White +2.0')
    expect(written(worth(null, -3, 0), 'gomoku')).toBe('White wins in 3')
    // Some players count in units of their own.
    expect(written(worth(null, null, 1), 'gomoku')).toBe('Black is winning')
    expect(written({ ...worth(-8, null, 0.1), solved: true }, 'reversi')).toBe('White wins by 8')
    expect(short(worth(null, 9, 1))).toBe('#9')
    expect(short(worth(-12.4, null, 0))).toBe('12')
  })
})

describe('router', () => {
  test('going somewhere changes path, parts and query', () => {
    place.go('/games/abc?ply=3')
    expect(place.path).toBe('/games/abc')
    expect(place.parts).toEqual(['games', 'abc'])
    expect(place.query.get('ply')).toBe('3')
    place.go('/', true)
    expect(place.parts).toEqual([])
    expect(place.query.get('ply')).toBeNull()
  })
})
