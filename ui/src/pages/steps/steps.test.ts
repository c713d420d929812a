import { GifReader } from 'omggif'
import { describe, expect, test } from 'vitest'
import type { PathTrace } from '../../api.types'
import { AnimatedGif } from './gif'
import { between, rgb } from './palette'
import { endsOf, painted, textOf, type GridPuzzle } from './puzzle'
import { DONE, EARLIER, EXPANDED, framesOf, OPENED, OTHER, Show, UNSEEN, WAITING } from './trace'

const base64 = (bytes: number[]) => btoa(String.fromCharCode(...bytes))

/** Differences, seven bits a byte, the sign in the lowest bit: as the server packs a column. */
function packed(values: number[]): string {
  const bytes: number[] = []
  let last = 0
  for (const value of values) {
    const difference = value - last
    last = value
    let rest = difference < 0 ? -2 * difference - 1 : 2 * difference
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
  }
  return base64(bytes)
}

/** Events as kind, place, g and h. */
function trace(events: [number, number, number, number][], path: number[]): PathTrace {
  const kinds = Array<number>(Math.ceil(events.length / 4)).fill(0)
  events.forEach(([kind], index) => (kinds[index >> 2]! |= kind << (2 * (index & 3))))
  return {
    frames: events.length,
    total: events.length,
    kinds: base64(kinds),
    places: packed(events.map((event) => event[1])),
    g: packed(events.map((event) => event[2])),
    h: packed(events.map((event) => event[3])),
    loads: '',
    path: packed(path),
  }
}

describe('a trace', () => {
  const walk = trace(
    [
      [OPENED, 0, 0, 300],
      [EXPANDED, 0, 0, 300],
      [OPENED, 1, 1, 200],
      [OPENED, 5, 1, 400],
      [EXPANDED, 1, 1, 200],
      [OPENED, 2, 2, 100],
    ],
    [0, 1, 2],
  )

  test('is unpacked as it was packed', () => {
    const frames = framesOf(walk, 6)
    expect([...frames.kind]).toEqual([OPENED, EXPANDED, OPENED, OPENED, EXPANDED, OPENED])
    expect([...frames.place]).toEqual([0, 0, 1, 5, 1, 2])
    expect([...frames.h]).toEqual([300, 300, 200, 400, 200, 100])
    expect(frames.path).toEqual([0, 1, 2])
    expect([...frames.waiting]).toEqual([1, 0, 1, 2, 1, 2])
  })

  test('looks the same forwards and backwards', () => {
    const show = new Show(framesOf(walk, 6), 6)
    const looks = () => [0, 1, 2, 5].map((place) => show.look(place))
    const forwards = Array.from({ length: show.steps + 1 }, (_, step) => (show.goTo(step), looks()))
    for (let step = show.steps; step >= 0; step--) {
      show.goTo(step)
      expect(looks()).toEqual(forwards[step])
    }
    expect(forwards[0]).toEqual([UNSEEN, UNSEEN, UNSEEN, UNSEEN])
    expect(forwards[5]).toEqual([DONE, DONE, UNSEEN, WAITING])
  })

  test('counts what was expanded and generated, and shows the way', () => {
    const show = new Show(framesOf(walk, 6), 6)
    show.goTo(5)
    expect([show.expanded, show.generated, show.waiting]).toEqual([2, 3, 1])
    expect(show.path()).toEqual([0, 1])
    show.goTo(show.steps)
    expect(show.path()).toEqual([0, 1, 2])
    expect(show.way).toBe(2)
  })

  test('has rounds: what an earlier one saw is marked', () => {
    const rounds = trace(
      [
        [OTHER, 1, 2, 0],
        [OPENED, 0, 0, 2],
        [EXPANDED, 0, 0, 2],
        [OTHER, 2, 4, 0],
        [OPENED, 1, 0, 2],
      ],
      [],
    )
    const show = new Show(framesOf(rounds, 2), 2)
    show.goTo(5)
    expect(show.round).toEqual({ number: 2, bound: 4, weight: undefined })
    expect([show.look(0), show.look(1)]).toEqual([EARLIER, WAITING])
  })

  test('shows walls that come and go, walkers, and weights', () => {
    const changing = trace(
      [
        [OTHER, 1, 2500, 4],
        [OTHER, 0, 0, 3],
        [OPENED, 1, 1, 0],
        [OTHER, 2, 0, 1],
        [OTHER, 1, 0, 3],
        [OTHER, 2, 0, 2],
      ],
      [0, 1],
    )
    const show = new Show(framesOf(changing, 3), 3)
    show.goTo(4)
    expect(show.round).toEqual({ number: 1, bound: undefined, weight: 2.5 })
    expect(show.isWall(2, false)).toBe(true)
    expect([show.trails(), show.goals()]).toEqual([[[0]], [1]])
    expect(show.generated).toBe(1)
    show.goTo(6)
    expect(show.isWall(2, true)).toBe(false)
    expect(show.trails()).toEqual([[0, 1]])
    show.goTo(1)
    expect([show.isWall(2, false), show.trails()]).toEqual([false, []])
  })
})

describe('a puzzle', () => {
  const maze: GridPuzzle = { kind: 'maze', rows: 2, cols: 3, cells: '310104', food: 0, diagonal: false }

  test('is written in the formats of the course', () => {
    expect(textOf(maze)).toBe('010\n100\n')
    expect(textOf({ ...maze, kind: 'supply', food: 5 })).toBe('2 3 5\n3 1 0\n1 0 4\n')
    expect(endsOf(maze)).toEqual({ entry: [0, 0], exit: [1, 2] })
  })

  test('keeps its start and goal whatever is painted', () => {
    expect(painted(maze, 0, '1')).toBe(maze)
    expect(painted(maze, 2, '1').cells).toBe('311104')
    expect(painted(maze, 4, '3').cells).toBe('010134')
  })
})

test('colours are mixed channel by channel', () => {
  expect(rgb('#ff8000')).toEqual([255, 128, 0])
  expect(between('#000000', '#ff8000', 0.5)).toEqual([128, 64, 0])
})

test('a GIF holds every picture, of later ones only the rows that changed', async () => {
  const gif = new AnimatedGif(2, 3, [
    [0, 0, 0],
    [255, 0, 0],
  ])
  gif.add(Uint8Array.from([0, 0, 0, 0, 0, 0]), 10)
  gif.add(Uint8Array.from([0, 0, 0, 1, 0, 0]), 20)
  const reader = new GifReader(new Uint8Array(await gif.finish().arrayBuffer()))
  expect([reader.width, reader.height, reader.numFrames()]).toEqual([2, 3, 2])
  expect(reader.frameInfo(1)).toMatchObject({ x: 0, y: 1, width: 2, height: 1, delay: 20 })
  const pixels = new Uint8Array(2 * 3 * 4)
  reader.decodeAndBlitFrameRGBA(1, pixels)
  expect([...pixels.subarray(12, 16)]).toEqual([255, 0, 0, 255])
})
