/** The colours of a search, for a light and for a dark page. */

export interface Palette {
  free: string
  wall: string
  waiting: string
  near: string
  far: string
  earlier: string
  path: string
  head: string
  start: string
  goal: string
  supply: string
  /** The heaviest ground. */
  heavy: string
  /** Numbers on weighted ground. */
  weight: string
  grid: string
}

const light: Palette = {
  free: '#fdfaf3',
  wall: '#33393c',
  waiting: '#f2a93b',
  near: '#cfe8ee',
  far: '#4b83bd',
  earlier: '#e7dfcf',
  path: '#c2301f',
  head: '#e0531f',
  start: '#23794b',
  goal: '#b3261e',
  supply: '#5d9440',
  heavy: '#b98a4e',
  weight: '#5a3c14',
  grid: '#00000012',
}

const dark: Palette = {
  free: '#2a3033',
  wall: '#0d0f10',
  waiting: '#e8a23c',
  near: '#27505f',
  far: '#7fb0e6',
  earlier: '#3a3e3b',
  path: '#ff6f5b',
  head: '#ff9a5c',
  start: '#49b07c',
  goal: '#f0604f',
  supply: '#86c064',
  heavy: '#8a6a3c',
  weight: '#f3ddb8',
  grid: '#ffffff0f',
}

export function palette(isDark: boolean): Palette {
  return isDark ? dark : light
}

/** Lines that can be told apart, best first. */
export const roads = [
  '#d62718',
  '#1f6fd6',
  '#0f8a5f',
  '#9a4fd0',
  '#c77700',
  '#008ea8',
  '#b03a7a',
  '#6b7b00',
  '#5b5bd6',
  '#7a4a2b',
]

export function rgb(colour: string): [number, number, number] {
  const number = parseInt(colour.slice(1, 7), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

/** A colour so far from one to another. */
export function between(one: string, other: string, share: number): [number, number, number] {
  const [a, b] = [rgb(one), rgb(other)]
  return [0, 1, 2].map((at) => Math.round(a[at]! + (b[at]! - a[at]!) * share)) as [number, number, number]
}
