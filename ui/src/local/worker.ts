/** One engine in a thread of its own. It works on one thing at a time; who does not want to wait ends it. */

import { Host } from './host'

/** What the page says. */
export type Order =
  | { module: WebAssembly.Module; folder: string }
  | { method: string; path: string; body: Uint8Array }
  | { stream: string; message: string }

/** What the page hears: an event of a stream, and one of the others last. */
export type News =
  { event: string } | { status: number; body: Uint8Array<ArrayBuffer> } | { end: true } | { failed: string }

const page = self as unknown as { postMessage(news: News): void; onmessage: (event: MessageEvent<Order>) => void }

let host: Promise<Host> | undefined

page.onmessage = async ({ data }) => {
  try {
    if ('module' in data) {
      host = Host.on(data.module, (name) => file(`${data.folder}${name}.eval`))
      return
    }
    const engine = await host!
    if ('stream' in data) {
      engine.serve(data.stream, data.message, (event) => page.postMessage({ event }))
      page.postMessage({ end: true })
    } else {
      page.postMessage(engine.ask(data.method, data.path, data.body))
    }
  } catch (error) {
    page.postMessage({ failed: error instanceof Error ? error.message : String(error) })
  }
}

/** The engine waits for its weights, so this thread may wait, too. */
function file(address: string): Uint8Array {
  const request = new XMLHttpRequest()
  request.open('GET', address, false)
  request.responseType = 'arraybuffer'
  request.send()
  if (request.status !== 200) throw new Error(`${address}: ${request.status}`)
  return new Uint8Array(request.response as ArrayBuffer)
}
