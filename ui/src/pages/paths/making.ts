/** A maze that is being made, cell by cell. */

import type { PuzzleMaking } from '../../api.types'
import { unpack } from './trace'

/** How long it takes, in milliseconds. */
const DURATION = 1400

export class Making {
  /** Larger mazes are there at once. */
  static readonly MOST_CELLS = 20_000

  private readonly digits: string[]
  private readonly steps: number[] = []
  private done = 0
  private frame: number

  constructor(
    cells: string,
    { begins_free, steps }: PuzzleMaking,
    private readonly drawn: () => void,
    private readonly ready: () => void,
  ) {
    this.digits = Array<string>(cells.length).fill(begins_free ? '0' : '1')
    unpack(steps, (_, cell) => this.steps.push(cell))
    const began = performance.now()
    const next = (now: number) => {
      this.goTo(Math.ceil((this.steps.length * (now - began)) / DURATION))
      this.drawn()
      if (this.done < this.steps.length) this.frame = requestAnimationFrame(next)
      else this.ready()
    }
    this.frame = requestAnimationFrame(next)
  }

  /** The cells so far. */
  get cells(): string {
    return this.digits.join('')
  }

  /** Nobody wants to see it any more. */
  end() {
    cancelAnimationFrame(this.frame)
  }

  /** The maze is wanted at once. */
  finish() {
    this.end()
    this.ready()
  }

  private goTo(step: number) {
    for (; this.done < Math.min(step, this.steps.length); this.done++) {
      const cell = this.steps[this.done]!
      this.digits[cell] = this.digits[cell] === '1' ? '0' : '1'
    }
  }
}
