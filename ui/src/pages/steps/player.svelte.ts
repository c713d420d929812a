/** Plays traces: where they are, how fast they go, one or two together. */

import type { TraceReply } from '../../api.types'
import type { Show } from './trace'

export interface Side {
  search: string
  estimate: boolean
  /** How much to trust the estimate; null for the usual. */
  weight: number | null
}

/** A trace with the search it is of. */
export interface Shown extends Side {
  reply: TraceReply
  show: Show
}

export class Player {
  traces = $state.raw<Shown[]>([])
  playing = $state(false)
  /** Two traces by their time rather than by their steps. */
  inTime = $state(false)
  /** Steps a second, as a power of ten. */
  speed = $state(1.8)
  /** In step: steps done. At equal time: the share of the slowest search's time, in thousandths. */
  at = $state(0)
  /** Counts the pictures, for whoever draws them. */
  tick = $state(0)

  private byTime = $derived(this.inTime && this.traces.length > 1)
  private most = $derived(this.traces.reduce((most, trace) => Math.max(most, trace.show.steps), 1))
  private slowest = $derived(this.traces.reduce((most, trace) => Math.max(most, trace.reply.seconds), 1e-9))
  longest = $derived(this.byTime ? 1000 : this.most)

  begin(traces: Shown[], playing: boolean) {
    this.traces = traces
    this.playing = playing
    // A quarter of a minute, or as fast as it goes.
    this.speed = Math.min(5, Math.max(1, Math.log10(this.most / 15)))
    this.jump(0)
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
