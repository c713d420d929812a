import { expect, test } from 'vitest'
import type { SamplesReply } from '../../api.types'
import { Samples } from './samples'

const reply = {
  moves: ['a', 'b', 'c'],
  back: [0, 1, 2, 2],
  mv: [0, 1, 2, 3],
  kind: 'nnnf',
  mover: '0101',
  odds: [1, 1, 1, 1],
  choices: [0, 0, 0, 0],
  revisions: { look: [], node: [], proof: [], disproof: [], value: [] },
  draw_from: null,
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

// Three moves at the root: one refuted, one that needs two leaves, one that nobody has looked at.
const proof = {
  ...reply,
  moves: ['a', 'b', 'c'],
  back: [0, 1, 2, 2],
  mv: [0, 1, 2, 3],
  kind: 'nnnn',
  mover: '0110',
  choices: [3, 2, 2, 0],
  leaf: [0, 1, 2],
  result: [0.5, 0.5, 0.5],
  revisions: {
    look: [1, 2, 2, 3, 3, 3],
    node: [0, 1, 0, 3, 2, 0],
    proof: [1, null, 1, 1, 2, 1],
    disproof: [3, 0, 2, 1, 1, 2],
    value: [],
  },
} as SamplesReply

test('a proof shows how its numbers follow from those below, at any moment', () => {
  const samples = new Samples(proof)
  expect(samples.revises).toBe(true)
  expect(samples.thought(0, 1)).toBe('1 : 3')
  expect(samples.thought(1, 3)).toBe('∞ : 0')
  // ∞ for the refuted move, 2 for the other, 1 for the one left.
  expect(samples.backedUp(0, 3)).toEqual({ text: 'pn = min(∞, 2, 1) = 1, dn = 1·1 + 0 + 1 = 2', holds: true })
  expect(samples.bars(3).find((bar) => bar.node === 1)!.value).toBe(0)
  const wrong = { ...proof, revisions: { ...proof.revisions, proof: [1, null, 1, 1, 2, 7] } }
  expect(new Samples(wrong).backedUp(0, 3)!.holds).toBe(false)
})

test('a chance node is the mean of what may come, and a cut one only a bound', () => {
  const chance = {
    ...reply,
    back: [0, 1, 1, 2],
    kind: 'ncnn',
    mover: '0-00',
    odds: [1, 1, 0.25, 0.75],
    leaf: [2, 3],
    result: [0.5, 0.5],
    revisions: { look: [1, 2, 2, 2], node: [2, 3, 1, 0], proof: [], disproof: [], value: [8, 4, 5, 5] },
  } as SamplesReply
  const samples = new Samples(chance)
  expect(samples.backedUp(1, 2)).toEqual({ text: 'Σ p·v = 0.250·8 + 0.750·4 = 5', holds: true })
  expect(samples.backedUp(0, 2)).toEqual({ text: 'max(5) = 5', holds: true })
  expect(samples.backedUp(1, 1)).toBeUndefined()
  const bound = { ...chance, revisions: { ...chance.revisions, value: [8, 4, 9, 9] } }
  expect(new Samples(bound).backedUp(1, 2)!.holds).toBe(false)
})
