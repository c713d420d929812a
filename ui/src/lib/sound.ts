/** Small sounds of our own, made while they are heard: no files. */

import { settings } from './settings.svelte'

export type Sound = 'move' | 'won' | 'lost' | 'drawn'

/** Notes of each sound: when it begins in seconds, how high in hertz, how long it rings. */
const notes: Record<Sound, [number, number, number][]> = {
  move: [[0, 330, 0.07]],
  won: [
    [0, 392, 0.18],
    [0.14, 494, 0.18],
    [0.28, 587, 0.4],
  ],
  lost: [
    [0, 330, 0.2],
    [0.18, 262, 0.45],
  ],
  drawn: [
    [0, 349, 0.2],
    [0.16, 349, 0.35],
  ],
}

/** Moves of a fast game that are closer than this, in seconds, are heard as one. */
const APART = 0.06

let context: AudioContext | undefined
let moved = -Infinity

/** Browsers let a page be heard only after somebody has touched it; before that it stays silent. */
export function play(sound: Sound) {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return
  context ??= new AudioContext()
  if (sound === 'move') {
    if (context.currentTime - moved < APART) return
    moved = context.currentTime
  }
  for (const [after, height, length] of notes[sound]) {
    const begin = context.currentTime + after
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.type = 'triangle'
    tone.frequency.value = height
    volume.gain.setValueAtTime(0.16, begin)
    volume.gain.exponentialRampToValueAtTime(0.001, begin + length)
    tone.connect(volume).connect(context.destination)
    tone.start(begin)
    tone.stop(begin + length)
  }
}
