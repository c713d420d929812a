import { describe, expect, test } from 'vitest'
import type { PlacedPiece } from '../api.types'
import { Geometry } from './geometry'
import { track } from './track'

describe('geometry', () => {
  test('every cell is found again at its own centre, from either side', () => {
    for (const flipped of [false, true]) {
      const board = new Geometry(10, 9, flipped)
      for (let cell = 0; cell < 90; cell++) expect(board.cell(board.at(cell))).toBe(cell)
    }
  })

  test('the first cell is at the top left, and at the bottom right of a board that is turned', () => {
    expect(new Geometry(10, 9, false).at(0)).toEqual({ x: 50, y: 50 })
    expect(new Geometry(10, 9, true).at(0)).toEqual({ x: 850, y: 950 })
  })

  test('there is no cell outside, and a step over the edge stays where it is', () => {
    const board = new Geometry(3, 3, false)
    expect(board.cell({ x: -1, y: 50 })).toBeUndefined()
    expect(board.cell({ x: 50, y: 300 })).toBeUndefined()
    expect(board.step(2, 1, 0)).toBe(2)
    expect(board.step(2, -1, 1)).toBe(4)
    expect(new Geometry(3, 3, true).step(2, 1, 0)).toBe(1)
  })
})

describe('tracking pieces between two boards', () => {
  const piece = (cell: number, kind: string, owner: 'first' | 'second'): PlacedPiece => ({
    cell,
    kind,
    owner,
    charged: 0,
  })
  const before = track([], [piece(0, 'R', 'first'), piece(5, 'R', 'second'), piece(8, 'P', 'first')], [])
  const id = (list: { cell: number; id: number }[], cell: number) => list.find((one) => one.cell === cell)?.id

  test('a piece that moves keeps its id, one that stays too', () => {
    const after = track(before, [piece(3, 'R', 'first'), piece(5, 'R', 'second'), piece(8, 'P', 'first')], [0, 3])
    expect(id(after, 3)).toBe(id(before, 0))
    expect(id(after, 8)).toBe(id(before, 8))
    expect(after[2]).toBe(before[2])
  })

  test('a piece that captures one of its own kind keeps its id', () => {
    const after = track(before, [piece(5, 'R', 'first'), piece(8, 'P', 'first')], [0, 5])
    expect(id(after, 5)).toBe(id(before, 0))
  })

  test('a disc that is turned over keeps its id, a new one has its own', () => {
    const discs = track([], [piece(1, 'O', 'first'), piece(2, 'O', 'second')], [])
    const after = track(discs, [piece(1, 'O', 'second'), piece(2, 'O', 'second'), piece(3, 'O', 'second')], [3])
    expect(id(after, 1)).toBe(id(discs, 1))
    expect(discs.map((one) => one.id)).not.toContain(id(after, 3))
  })
})
