/** The engines of this browser. Each works in a worker, and a search is stopped by ending its worker: that works at
    once, and without memory that threads share, which a page would need special headers for. */

import { folder } from './where'
import type { News, Order } from './worker'

let module: Promise<WebAssembly.Module> | undefined

/** Compiled once; workers get it as it is. */
function compiled(): Promise<WebAssembly.Module> {
  const load = async () => {
    const response = await fetch(`${folder()}boyi.wasm`)
    if (!response.ok) throw new TypeError(`${response.url}: ${response.status}`)
    const known = response.headers.get('content-type')?.startsWith('application/wasm')
    return known ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer())
  }
  module ??= load().catch((error) => {
    module = undefined
    throw error
  })
  return module
}

/** One worker rests for so long before its memory is given back. */
const REST = 20_000

let resting: Worker | undefined
let timer: ReturnType<typeof setTimeout> | undefined

async function hire(): Promise<Worker> {
  if (resting) {
    const worker = resting
    resting = undefined
    clearTimeout(timer)
    return worker
  }
  const compiledModule = await compiled()
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  worker.postMessage({ module: compiledModule, folder: folder() } satisfies Order)
  return worker
}

function rest(worker: Worker) {
  worker.onmessage = worker.onerror = null
  if (resting) return worker.terminate()
  resting = worker
  timer = setTimeout(giveBack, REST)
}

/** Gives back the memory of engines that rest. */
export function giveBack() {
  clearTimeout(timer)
  resting?.terminate()
  resting = undefined
}

export interface Job {
  stop(): void
}

type Last = Exclude<News, { event: string }>

/** Has an engine do something; `ended` is called once, unless the job is stopped before. */
function start(order: Order, heard: (event: string) => void, ended: (last: Last) => void): Job {
  let worker: Worker | undefined
  let stopped = false
  const work = async () => {
    try {
      const mine = await hire()
      if (stopped) return rest(mine)
      worker = mine
      mine.onmessage = ({ data }: MessageEvent<News>) => {
        if ('event' in data) return heard(data.event)
        worker = undefined
        // After a bug nothing in its memory is to be trusted.
        if ('failed' in data) mine.terminate()
        else rest(mine)
        ended(data)
      }
      mine.onerror = (event) => {
        worker = undefined
        mine.terminate()
        ended({ failed: event.message })
      }
      mine.postMessage(order)
    } catch (error) {
      ended({ failed: String(error) })
    }
  }
  void work()
  return {
    stop() {
      stopped = true
      worker?.terminate()
      worker = undefined
    },
  }
}

/** Asks what one would ask a server; `signal` ends the request and the work. */
export function ask(method: string, path: string, body: Uint8Array, signal?: AbortSignal | null): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      job.stop()
      reject(signal!.reason)
    }
    const job = start(
      { method, path, body },
      () => {},
      (last) => {
        signal?.removeEventListener('abort', abort)
        if (!('status' in last)) return reject(new TypeError('failed' in last ? last.failed : 'no answer'))
        const headers = { 'content-type': 'application/json' }
        resolve(new Response(last.body.length ? last.body : null, { status: last.status, headers }))
      },
    )
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** Sends a message to a stream; `ended` hears whether it went wrong. */
export function serve(
  stream: string,
  message: string,
  heard: (event: string) => void,
  ended: (failed?: string) => void,
): Job {
  return start({ stream, message }, heard, (last) => ended('failed' in last ? last.failed : undefined))
}
