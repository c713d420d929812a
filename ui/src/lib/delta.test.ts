import { expect, test } from 'vitest'
import cases from './delta.cases.json'
import { apply, type Delta } from './delta'

test('a delta of the server makes the new state and leaves the old one alone', () => {
  for (const { old, delta, new: next } of cases) {
    const before = structuredClone(old)
    expect(apply(old, delta as Delta)).toEqual(next)
    expect(old).toEqual(before)
  }
})
