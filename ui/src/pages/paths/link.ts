/** A link that holds a whole scene: JSON, deflated, in letters that an address may have. */

import { MOST_CELLS, MOST_SIDES, type GridMap, type RoadMap, type Scene, type Side } from './scene'

/** What stands first in a link: the form of what follows. */
const FORM = '1'

/** Longer links are cut off by programs that pass them on. */
const LONGEST = 100_000

/** A scene is not larger than this once it is inflated. */
const MOST_BYTES = 8 << 20

/** Why there is no scene: the link was cut or changed on its way, is of a later program, or would be too long. */
export class LinkError extends Error {
  constructor(readonly reason: 'damaged' | 'newer' | 'long') {
    super(reason)
  }
}

/** What stands after the # of the address. */
export async function linkOf(scene: Scene): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(scene))
  const packed = await through(bytes, new CompressionStream('deflate-raw'))
  let letters = ''
  for (const byte of packed) letters += String.fromCharCode(byte)
  const link = `${FORM}.${btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
  if (link.length > LONGEST) throw new LinkError('long')
  return link
}

export async function sceneOf(link: string): Promise<Scene> {
  const [form, packed] = link.split('.', 2)
  if (packed === undefined || !/^\d+$/.test(form!)) throw new LinkError('damaged')
  if (form !== FORM) throw new LinkError('newer')
  let read: unknown
  try {
    const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
    read = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))))
  } catch {
    throw new LinkError('damaged')
  }
  const scene = checked(read)
  if (!scene) throw new LinkError('damaged')
  return scene
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    size += value.length
    if (size > MOST_BYTES) {
      await reader.cancel()
      throw new LinkError('damaged')
    }
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isCount = (value: unknown, most: number, least = 0): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most
const isWord = (value: unknown, pattern: RegExp): value is string => typeof value === 'string' && pattern.test(value)

/** A scene whose parts fit together, with nothing else in it. */
function checked(read: unknown): Scene | undefined {
  if (!isFields(read) || !Array.isArray(read.sides)) return undefined
  const map = isFields(read.map) ? (read.map.kind === 'roads' ? roads(read.map) : grid(read.map)) : undefined
  const sides = read.sides.map(side)
  const { diagonal, changes, agents, seed } = read
  if (!map || sides.length < 1 || sides.length > MOST_SIDES || sides.includes(undefined)) return undefined
  if (typeof diagonal !== 'boolean' || !isCount(changes, 1000) || !isCount(agents, 12, 1)) return undefined
  if (!isCount(seed, Number.MAX_SAFE_INTEGER)) return undefined
  return { map, sides: sides as Side[], diagonal, changes, agents, seed }
}

function grid({ kind, rows, cols, cells, start, goal, food, answer }: Fields): GridMap | undefined {
  if (kind !== 'maze' && kind !== 'supply') return undefined
  if (!isCount(rows, MOST_CELLS, 1) || !isCount(cols, MOST_CELLS, 1) || rows * cols > MOST_CELLS) return undefined
  if (!isWord(cells, kind === 'maze' ? /^\d+$/ : /^[0-2]+$/) || cells.length !== rows * cols) return undefined
  if (!isCount(start, cells.length - 1) || !isCount(goal, cells.length - 1) || start === goal) return undefined
  if (cells[start] === '1' || cells[goal] === '1' || !isCount(food, 1_000_000)) return undefined
  const map = { kind, rows, cols, cells, start, goal, food } as const
  if (answer === undefined) return map
  if (!Array.isArray(answer) || answer.length > MOST_CELLS) return undefined
  return answer.every((at): at is number => isCount(at, cells.length - 1)) ? { ...map, answer } : undefined
}

function roads({ source, from, to, best, formula }: Fields): RoadMap | undefined {
  const isEnd = (end: unknown): end is number | null => end === null || isCount(end, 250_000)
  if (!isEnd(from) || !isEnd(to) || !isCount(best, 10, 1) || !isWord(formula, /^[a-z]+$/)) return undefined
  if (isWord(source, /^[A-Za-z0-9+/]+=*$/)) return { kind: 'roads', source, from, to, best, formula }
  if (!isFields(source)) return undefined
  const { rows, cols, seed } = source
  if (!isCount(rows, 500, 1) || !isCount(cols, 500, 2) || !isCount(seed, Number.MAX_SAFE_INTEGER)) return undefined
  return { kind: 'roads', source: { rows, cols, seed }, from, to, best, formula }
}

function side(read: unknown): Side | undefined {
  if (!isFields(read)) return undefined
  const { search, heuristic, weight } = read
  if (!isWord(search, /^[a-z-]+$/) || !isWord(heuristic, /^[a-z]*$/)) return undefined
  if (weight !== null && !(typeof weight === 'number' && weight >= 1 && weight <= 1000)) return undefined
  return { search, heuristic, weight }
}
