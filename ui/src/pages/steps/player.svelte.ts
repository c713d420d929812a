/** Plays films: where they are, how fast they go, one or two together. */

import type { FilmReply } from '../../api.types'
import type { Show } from './film'

export interface Side {
  search: string
  estimate: boolean
}

/** A film with the search it is of. */
export interface Shown extends Side {
  reply: FilmReply
  show: Show
}

export class Player {
  films = $state.raw<Shown[]>([])
  playing = $state(false)
  /** Two films by their time rather than by their steps. */
  inTime = $state(false)
  /** Steps a second, as a power of ten. */
  speed = $state(1.8)
  /** In step: steps done. At equal time: the share of the slowest search's time, in thousandths. */
  at = $state(0)
  /** Counts the pictures, for whoever draws them. */
  tick = $state(0)

  private byTime = $derived(this.inTime && this.films.length > 1)
  private most = $derived(this.films.reduce((most, film) => Math.max(most, film.show.steps), 1))
  private slowest = $derived(this.films.reduce((most, film) => Math.max(most, film.reply.seconds), 1e-9))
  longest = $derived(this.byTime ? 1000 : this.most)

  begin(films: Shown[], playing: boolean) {
    this.films = films
    this.playing = playing
    // A quarter of a minute, or as fast as it goes.
    this.speed = Math.min(5, Math.max(1, Math.log10(this.most / 15)))
    this.jump(0)
  }

  jump(to: number) {
    this.at = Math.max(0, Math.min(to, this.longest))
    for (const { show, reply } of this.films)
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
