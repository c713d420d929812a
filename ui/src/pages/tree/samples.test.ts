import { expect, test } from 'vitest'
import type { SamplesReply } from '../../api.types'
import { Samples } from './samples'

const reply = {
  moves: ['a', 'b', 'c'],
  back: [0, 1, 2, 2],
  mv: [0, 1, 2, 3],
  kind: 'nnnf',
  prior: [0, 0.75, 0.25, 0],
  later_visits: [0, 0, 0, 0],
  later_value: [null, null, null, null],
  leaf: [1, 2, 3, 3],
  result: [1, 0, 1, 0.5],
  exploration: 1,
  best: [0],
  value: 10,
  nodes: 9,
  seconds: 0,
  finished: true,
} as SamplesReply

test('visits and values at any moment follow from the games up to it', () => {
  const samples = new Samples(reply)
  expect([...samples.at(4).visits]).toEqual([4, 3, 1, 2])
  expect(samples.at(4).sums[1]).toBe(2.5)
  expect([...samples.at(2).visits]).toEqual([2, 1, 1, 0])
  expect([...samples.path(3)]).toEqual([3, 1, 0])
  expect(samples.line(3)).toEqual(['a', 'c'])
})

test('bars are as wide as their share of the visits, inside their parents', () => {
  const bars = new Samples(reply).bars(4)
  const of = (node: number) => bars.find((bar) => bar.node === node)!
  expect(of(0)).toMatchObject({ left: 0, wide: 1, row: 0 })
  expect(of(1)).toMatchObject({ left: 0, wide: 0.75, row: 1 })
  expect(of(2)).toMatchObject({ left: 0.75, wide: 0.25, value: 0 })
  expect(of(3)).toMatchObject({ wide: 0.5, row: 2, value: 0.75 })
})

test('the formula is filled in with the numbers of the node', () => {
  const samples = new Samples(reply)
  const ucb = samples.formula(1, 4, 'uct')!
  expect(ucb.value).toBeCloseTo(2.5 / 3 + Math.sqrt(Math.log(4) / 3), 9)
  expect(ucb.text).toContain('ln 4 / 3')
  expect(samples.formula(3, 4, 'uct')!.value).toBeCloseTo(0.25 + Math.sqrt(Math.log(3) / 2), 9)
  expect(samples.formula(2, 4, 'puct')!.value).toBeCloseTo((0.25 * 2) / 2, 9)
  expect(samples.formula(0, 4, 'uct')).toBeUndefined()
  expect(samples.formula(3, 1, 'uct')).toBeUndefined()
})

test('where both choose at once the formula is that of the own choice, whatever the other chose', () => {
  const rounds = {
    ...reply,
    moves: ['a · x', 'a · y', 'b · x'],
    back: [0, 1, 2, 3, 3],
    mv: [0, 1, 2, 3, 0],
    kind: 'ncccn',
    prior: [0, 0.6, 0.6, 0.4, 0],
    later_visits: [0, 0, 0, 0, 0],
    later_value: [null, null, null, null, null],
    leaf: [4, 2, 3, 3],
    result: [1, 0, 1, 0.5],
  } as SamplesReply
  const samples = new Samples(rounds)
  expect(samples.formula(1, 4, 'uct')!.value).toBeCloseTo(0.5 + Math.sqrt(Math.log(4) / 2), 9)
  expect(samples.formula(2, 4, 'uct')!.text).toBe(samples.formula(1, 4, 'uct')!.text)
  expect(samples.formula(1, 4, 'uct')!.text).toMatch(/^a: /)
  expect(samples.formula(3, 4, 'puct')!.value).toBeCloseTo(0.75 + (0.4 * 2) / 3, 9)
  expect(samples.formula(3, 4, 'regret-matching')!.value).toBe(0.5)
  // Chance chooses by no formula.
  expect(samples.formula(4, 4, 'uct')).toBeUndefined()
})
