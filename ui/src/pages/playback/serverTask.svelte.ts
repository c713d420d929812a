/** ServerTask the server for work that takes a while, one thing at a time. */

import { errorText } from '../../lib/api'

export class ServerTask {
  busy = $state(false)
  wrong = $state('')
  private asked: AbortController | undefined

  /** Ends what the server does for us. */
  stop() {
    this.asked?.abort()
  }

  /** Does something that takes a while; what was asked for before is not wanted any more. */
  protected async attempt(work: (signal: AbortSignal) => Promise<void>) {
    this.stop()
    const mine = (this.asked = new AbortController())
    this.busy = true
    this.wrong = ''
    try {
      await work(mine.signal)
    } catch (error) {
      if (!mine.signal.aborted) this.wrong = errorText(error)
    } finally {
      if (mine === this.asked) this.busy = false
    }
  }
}
