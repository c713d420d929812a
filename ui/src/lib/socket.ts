/** A socket to a server, or something like it to this browser's engines. */

import { alone } from '../local/where'

export interface Socket {
  onopen: (() => void) | null
  onmessage: ((event: { data: string }) => void) | null
  onclose: (() => void) | null
  readonly readyState: number
  send(text: string): void
  close(): void
}

/** `here`: the engines of this browser are asked, even where there is a server. */
export function connect(path: string, here = alone): Socket {
  if (here) return new LocalSocket(path)
  const address = new URL(path, location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  return new WebSocket(address) as Socket
}

/** Every message ends the work for the one before. */
class LocalSocket implements Socket {
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  readyState: number = WebSocket.CONNECTING
  private stop = () => {}

  constructor(private readonly path: string) {
    queueMicrotask(() => void this.open())
  }

  private async open() {
    const game = /^\/api\/games\/([^/]+)\/live$/.exec(this.path)?.[1]
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.OPEN
    this.onopen?.()
    if (!game) return
    const { watch } = await import('../local/games')
    const tell = (state: unknown) => this.onmessage?.({ data: JSON.stringify(state) })
    if (this.readyState === WebSocket.OPEN) this.stop = watch(game, tell)
  }

  send(text: string) {
    this.stop()
    let stopped = false
    this.stop = () => (stopped = true)
    const work = async () => {
      const { serve } = await import('../local/engines')
      if (stopped) return
      const job = serve(
        this.path,
        text,
        (data) => this.onmessage?.({ data }),
        (failed) => {
          this.stop = () => {}
          if (failed) this.fail(text, failed)
        },
      )
      this.stop = () => job.stop()
    }
    void work()
  }

  /** A bug is told as what the stream tells where something cannot be done. */
  private fail(request: string, failed: string) {
    const { tag = 0 } = JSON.parse(request) as { tag?: number }
    const message = { en: failed, zh: failed }
    this.onmessage?.({ data: JSON.stringify({ kind: 'failed', news: 'failed', tag, message }) })
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    this.stop()
    // As of a real socket: not before the caller is done.
    queueMicrotask(() => this.onclose?.())
  }
}
