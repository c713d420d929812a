import { expect, test } from 'vitest'
import { dateField, points, secondsOf, sizeOf, waiting } from './words'

test('a date goes through a field and back', () => {
  const due = 1_772_380_740
  expect(secondsOf(dateField(due))).toBe(due)
  expect(dateField(null)).toBe('')
  expect(secondsOf('')).toBeNull()
})

test('numbers are written as people write them', () => {
  expect([points(10), points(6.6667), points(0.1 + 0.2)]).toEqual(['10', '6.67', '0.3'])
  expect([waiting(45), waiting(3590)]).toEqual(['45 s', '60 min'])
  expect([sizeOf(900), sizeOf(20_480)]).toEqual(['900 B', '20 KiB'])
})
