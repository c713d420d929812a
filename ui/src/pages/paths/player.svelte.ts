/** Plays traces: where they are, how fast they go, up to four together. */

import type { TraceReply } from '../../api.types'
import type { Show } from './trace'

/** A trace and what the server said of it. */
export interface Shown {
  reply: TraceReply
  show: Show
}

/** How a new film begins: it plays, or its end is shown at once. */
export type Beginning = 'play' | 'end'

/** Seconds a film takes unless somebody chooses a speed. */
const USUAL = 7

export class Player {
  traces = $state.raw<Shown[]>([])
  playing = $state(false)
  /** Traces by their time rather than by their steps. */
  inTime = $state(false)
  /** In step: steps done. At equal time: the share of the slowest search's time, in thousandths. */
  at = $state(0)
  /** Counts the pictures, for whoever draws them. */
  tick = $state(0)

  /** Steps a second, as a power of ten, once somebody has chosen it. */
  private chosen = $state<number>()
  private byTime = $derived(this.inTime && this.traces.length > 1)
  private most = $derived(this.traces.reduce((most, trace) => Math.max(most, trace.show.steps), 1))
  private slowest = $derived(this.traces.reduce((most, trace) => Math.max(most, trace.reply.seconds), 1e-9))
  longest = $derived(this.byTime ? 1000 : this.most)

  /** Steps a second, as a power of ten. */
  get speed(): number {
    return this.chosen ?? Math.min(5, Math.max(1, Math.log10(this.most / USUAL)))
  }

  set speed(speed: number) {
    this.chosen = speed
  }

  begin(traces: Shown[], beginning: Beginning) {
    this.traces = traces
    this.playing = beginning === 'play'
    this.jump(this.playing ? 0 : this.longest)
  }

  jump(to: number) {
    this.at = Math.max(0, Math.min(to, this.longest))
    for (const { show, reply } of this.traces)
      show.goTo(this.byTime ? ((this.at / 1000) * this.slowest * show.steps) / reply.seconds : this.at)
    this.tick += 1
  }

  /** Somebody takes the slider into his hand. */
  seek(to: number) {
    this.playing = false
    this.jump(to)
  }

  step(by: number) {
    this.seek(this.byTime ? this.at + by * 5 : Math.round(this.at) + by)
  }

  toggle() {
    if (this.at >= this.longest) this.at = 0
    this.playing = !this.playing
  }

  /** Call inside an effect: plays as long as there is something to play. */
  run(): (() => void) | undefined {
    if (!this.playing) return undefined
    let last = performance.now()
    let frame = requestAnimationFrame(
      function next(this: Player, now: number) {
        const passed = Math.min(0.1, (now - last) / 1000)
        last = now
        this.jump(this.at + 10 ** this.speed * passed * (this.byTime ? 1000 / this.most : 1))
        if (this.at >= this.longest) this.playing = false
        else frame = requestAnimationFrame(next.bind(this))
      }.bind(this),
    )
    return () => cancelAnimationFrame(frame)
  }
}
