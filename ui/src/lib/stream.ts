/**
 * A stream from the server that comes back by itself after an interruption. What the server sends as a delta is heard
 * as the whole state.
 */
import { apply, type Delta } from './delta'

export interface Stream {
  send(message: unknown): void
  close(): void
}

export function open<T>(path: string, heard: (message: T) => void, state?: (open: boolean) => void): Stream {
  let socket: WebSocket | undefined
  let closed = false
  let wait = 250
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending: unknown[] = []

  function connect() {
    const address = new URL(path, location.href)
    address.protocol = address.protocol.replace('http', 'ws')
    socket = new WebSocket(address)
    let last: unknown
    socket.onopen = () => {
      wait = 250
      state?.(true)
      for (const message of pending) socket?.send(JSON.stringify(message))
      pending = []
    }
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data as string) as { delta?: Delta }
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
