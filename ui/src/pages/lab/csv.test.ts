import { expect, test } from 'vitest'
import { objects } from './csv'
import { measured, rowsOf, rungsOf } from './measured'

test('lines become objects by the names of the first line', () => {
  expect(objects('search,nodes\npvs,12\nmtdf,\n')).toEqual([
    { search: 'pvs', nodes: '12' },
    { search: 'mtdf', nodes: '' },
  ])
})

test('quoted cells may hold commas and doubled quotes', () => {
  expect(objects('a,b\n"x, ""y""",2\n')).toEqual([{ a: 'x, "y"', b: '2' }])
})

test('every table that was measured has rows, and every column it shows exists', () => {
  for (const one of measured) {
    const isLadder = one.experiment === 'ladder'
    const rows = isLadder ? rungsOf(one) : rowsOf(one)
    expect(rows.length).toBeGreaterThan(0)
    if (isLadder) expect(new Set(rungsOf(one).map((rung) => rung.control)).size).toBe(3)
    expect(Object.keys(objects(one.csv)[0]!)).toEqual(expect.arrayContaining([...one.columns]))
  }
})
