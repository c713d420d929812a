/** Moves with hidden chances of winning, sampled by UCB1: what the root of a sampling tree does. */

export interface Arm {
  chance: number
  visits: number
  wins: number
}

export class Bandit {
  arms: Arm[]
  /** A small generator of its own, so that everybody sees the same run. */
  private state = 20_240_607

  constructor(
    chances: number[],
    readonly exploration = 1.4,
  ) {
    this.arms = chances.map((chance) => ({ chance, visits: 0, wins: 0 }))
  }

  get playouts(): number {
    return this.arms.reduce((sum, arm) => sum + arm.visits, 0)
  }

  /** The mean and a bonus that shrinks with the visits; a move that was never tried comes first. */
  bound({ visits, wins }: Arm): number {
    if (visits === 0) return Infinity
    return wins / visits + this.exploration * Math.sqrt(Math.log(this.playouts) / visits)
  }

  sample() {
    const arm = this.arms.reduce((best, arm) => (this.bound(arm) > this.bound(best) ? arm : best))
    arm.visits += 1
    if (this.random() < arm.chance) arm.wins += 1
  }

  /** The move that would be played: the one with most visits. */
  get best(): number {
    return this.arms.reduce((best, arm, at) => (arm.visits > this.arms[best]!.visits ? at : best), 0)
  }

  /** Mulberry32. */
  private random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
