/**
 * A stream from the server that comes back by itself after an interruption. What the server sends as a delta is heard
 * as the whole state.
 */
import { apply, type Delta } from './delta'
import { connect as socketTo, type Socket } from './socket'

export interface Stream {
  send(message: unknown): void
  close(): void
}

/** `here`: asks the engines of this browser, even where there is a server. */
export function open<T>(
  path: string,
  heard: (message: T) => void,
  state?: (open: boolean) => void,
  here?: boolean,
): Stream {
  let socket: Socket | undefined
  let closed = false
  let wait = 250
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending: unknown[] = []

  function connect() {
    socket = socketTo(path, here)
    let last: unknown
    socket.onopen = () => {
      wait = 250
      state?.(true)
      for (const message of pending) socket?.send(JSON.stringify(message))
      pending = []
    }
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data) as { delta?: Delta }
      last = message.delta ? apply(last, message.delta) : message
      heard(last as T)
    }
    socket.onclose = () => {
      state?.(false)
      if (closed) return
      timer = setTimeout(connect, wait)
      wait = Math.min(wait * 2, 5000)
    }
  }

  connect()
  return {
    send(message) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
      else pending = [message]
    },
    close() {
      closed = true
      clearTimeout(timer)
      socket?.close()
    },
  }
}
