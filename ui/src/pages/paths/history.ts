/** What can be undone, and done again. */

/** Changes that are remembered at most. */
const MOST = 200

export class History<Value> {
  private before: Value[] = []
  private after: Value[] = []

  get canUndo(): boolean {
    return this.before.length > 0
  }

  get canRedo(): boolean {
    return this.after.length > 0
  }

  /** Remembers what was before a change. */
  keep(before: Value) {
    this.before = [...this.before, before].slice(-MOST)
    this.after = []
  }

  undo(now: Value): Value | undefined {
    const before = this.before.pop()
    if (before !== undefined) this.after.push(now)
    return before
  }

  redo(now: Value): Value | undefined {
    const after = this.after.pop()
    if (after !== undefined) this.before.push(now)
    return after
  }
}
