import { GifReader } from 'omggif'
import { describe, expect, test } from 'vitest'
import type { PathTrace } from '../../api.types'
import { AnimatedGif } from './gif'
import { between, rgb } from './palette'
import { traceJson } from './export'
import { History } from './history'
import { LinkError, linkOf, sceneOf } from './link'
import { emptyMap, endsOf, line, moved, painted, spec, textOf, type GridMap, type Scene } from './scene'
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

describe('a map', () => {
  const maze: GridMap = { kind: 'maze', rows: 2, cols: 3, cells: '010105', start: 0, goal: 5, food: 0 }

  test('is written in the formats of the course', () => {
    expect(textOf(maze)).toBe('010\n105\n')
    expect(textOf({ ...maze, kind: 'supply', cells: '012100', food: 5 })).toBe('2 3 5\n3 1 2\n1 0 4\n')
    expect(endsOf(maze)).toEqual({ entry: [0, 0], exit: [1, 2] })
  })

  test('keeps its start and goal whatever is painted', () => {
    expect(painted(maze, [0, 5], '1')).toBe(maze)
    expect(painted(maze, [0, 2, 4], '1').cells).toBe('011115')
    expect(painted(maze, [1], '1')).toBe(maze)
  })

  test('has its ends moved anywhere but onto each other, and a wall there goes', () => {
    expect(moved(maze, 'start', 1)).toMatchObject({ start: 1, cells: '000105' })
    expect(moved(maze, 'goal', 0)).toBe(maze)
    expect(moved(maze, 'goal', 2)).toMatchObject({ goal: 2, start: 0, cells: maze.cells })
  })

  test('is empty with start and goal in its middle row', () => {
    const empty = emptyMap('maze', 5, 8)
    expect([empty.start, empty.goal]).toEqual([18, 21])
    expect(empty.cells).toBe('0'.repeat(40))
    for (const [rows, cols] of [
      [3, 3],
      [1, 4],
      [512, 3],
    ] as const) {
      const { start, goal, cells } = emptyMap('supply', rows, cols)
      expect(start).not.toBe(goal)
      expect(cells).toHaveLength(rows * cols)
    }
  })

  test('is drawn on without gaps', () => {
    expect(line(0, 0, 10)).toEqual([])
    expect(line(0, 3, 10)).toEqual([1, 2, 3])
    expect(line(0, 33, 10)).toEqual([11, 22, 33])
    expect(line(45, 21, 10)).toEqual([44, 33, 32, 21])
  })
})

test('a search is written with its options', () => {
  expect(spec({ search: 'astar', heuristic: '', weight: null })).toBe('astar')
  expect(spec({ search: 'ara', heuristic: 'octile', weight: 2.5 })).toBe('ara:heuristic=octile:weight=2.5')
})

test('history goes back and forth, and a change ends what could be done again', () => {
  const history = new History<number>()
  expect([history.canUndo, history.undo(0)]).toEqual([false, undefined])
  for (const before of [0, 1, 2]) history.keep(before)
  expect([history.undo(3), history.undo(2), history.redo(1)]).toEqual([2, 1, 2])
  expect(history.canRedo).toBe(true)
  history.keep(2)
  expect(history.canRedo).toBe(false)
  for (let before = 0; before < 1000; before++) history.keep(before)
  let back = 0
  while (history.undo(0) !== undefined) back += 1
  expect(back).toBe(200)
})

describe('a link', () => {
  const scene: Scene = {
    map: { ...emptyMap('maze', 25, 45), cells: '0150'.repeat(281) + '0' },
    sides: [
      { search: 'astar', heuristic: 'octile', weight: null },
      { search: 'ara', heuristic: '', weight: 2.5 },
    ],
    diagonal: true,
    changes: 3,
    agents: 1,
    seed: 7,
  }
  const reason = (link: string) =>
    sceneOf(link).then(
      () => 'read',
      (error) => (error as LinkError).reason,
    )
  const packed = async (value: unknown) => linkOf(value as Scene)

  test('brings back the whole scene, in letters an address may have', async () => {
    if (scene.map.kind === 'roads') throw new Error('a maze')
    const map = { ...scene.map, start: 0, goal: 3 }
    const link = await linkOf({ ...scene, map })
    expect(link).toMatch(/^1\.[A-Za-z0-9_-]+$/)
    expect(link.length).toBeLessThan(400)
    expect(await sceneOf(link)).toEqual({ ...scene, map })
    const answered = { ...scene, map: { ...map, answer: [0, 1, 46] } }
    expect(await sceneOf(await linkOf(answered))).toEqual(answered)
    for (const source of [{ rows: 20, cols: 20, seed: 3 }, 'iVBORw0KGgo=']) {
      const roads = {
        ...scene,
        map: { kind: 'roads', source, from: 3, to: null, best: 5, formula: 'squares' } as const,
      }
      expect(await sceneOf(await linkOf(roads))).toEqual(roads)
    }
  })

  test('that is cut, changed or of another program is refused with a reason', async () => {
    const link = await linkOf(scene)
    expect(await reason('2.abc')).toBe('newer')
    for (const bad of ['', 'x', '1', '1.', '1.!!!!', link.slice(0, -7), link.slice(0, 40) + link.slice(43), 'main'])
      expect(await reason(bad), bad).toBe('damaged')
    const wrong = [
      null,
      {},
      { ...scene, sides: [] },
      { ...scene, sides: Array(5).fill(scene.sides[0]) },
      { ...scene, sides: [{ ...scene.sides[0], weight: 0 }] },
      { ...scene, sides: [{ ...scene.sides[0], search: '<b>' }] },
      { ...scene, agents: 0 },
      { ...scene, map: { ...scene.map, answer: [0, 1125] } },
      { ...scene, map: { ...scene.map, answer: 'RRD' } },
      { ...scene, changes: 1.5 },
      { ...scene, map: { ...scene.map, rows: 24 } },
      { ...scene, map: { ...scene.map, start: -1 } },
      { ...scene, map: { ...scene.map, start: 1 } },
      { ...scene, map: { ...scene.map, goal: scene.map.kind === 'maze' ? scene.map.start : 0 } },
      { ...scene, map: { ...scene.map, rows: 1e9, cols: 1e9 } },
      { ...scene, map: { kind: 'roads', source: 'not base64!', from: null, to: null, best: 1, formula: 'squares' } },
      {
        ...scene,
        map: { kind: 'roads', source: { rows: 1e6, cols: 2, seed: 1 }, from: null, to: null, best: 1, formula: 'ink' },
      },
    ]
    for (const bad of wrong) expect(await reason(await packed(bad)), JSON.stringify(bad)?.slice(0, 80)).toBe('damaged')
  })

  test('that would be too long is not made, and one that swells is not inflated', async () => {
    let state = 1
    const digit = () => (state = (state * 48271) % 0x7fffffff) % 10
    const cells = Array.from({ length: 600 * 600 }, digit).join('')
    await expect(linkOf({ ...scene, map: { ...emptyMap('maze', 600, 600), cells } })).rejects.toThrow('long')
    expect(await reason(await packed({ ...scene, padding: ' '.repeat(9 << 20) }))).toBe('damaged')
  })
})

test('a trace is exported as boyi maze --trace writes it', () => {
  const map: GridMap = { kind: 'maze', rows: 1, cols: 3, cells: '000', start: 0, goal: 2, food: 0 }
  const frames = framesOf(
    trace(
      [
        [OTHER, 1, 2, 0],
        [OPENED, 0, 0, 2],
        [EXPANDED, 0, 0, 2],
        [OTHER, 1, 0, 3],
      ],
      [0, 1, 2],
    ),
    3,
  )
  const written = JSON.parse(traceJson(map, { search: 'ida', heuristic: 'zero', weight: null }, frames))
  expect(written).toEqual({
    kind: 'maze',
    rows: 1,
    cols: 3,
    start: [0, 0],
    goal: [0, 2],
    map: '000\n',
    algorithm: 'ida:heuristic=zero',
    dropped: 0,
    events: [
      { event: 'bound', iteration: 1, bound: 2 },
      { event: 'opened', at: [0, 0], g: 0, h: 2 },
      { event: 'expanded', at: [0, 0], g: 0, h: 2 },
      { event: 'walk', walker: 0, at: [0, 1] },
      {
        event: 'path',
        at: [
          [0, 0],
          [0, 1],
          [0, 2],
        ],
      },
    ],
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
