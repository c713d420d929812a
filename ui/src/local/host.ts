/** What the engines' module takes from its host, and how it is asked. `crates/wasm/README.md` says more. */

interface Exports {
  memory: WebAssembly.Memory
  reserve(length: number): number
  ask(text: number, length: number): void
  serve(text: number, length: number): number
}

/** Gets a file at once, while the caller waits; throws where there is none. */
export type Fetch = (name: string) => Uint8Array

export class Host {
  private exports!: Exports
  private file: Uint8Array = new Uint8Array()
  private answered: { status: number; body: Uint8Array<ArrayBuffer> } | undefined
  private heard: (event: string) => void = () => {}

  private constructor() {}

  static async on(module: WebAssembly.Module, fetch: Fetch): Promise<Host> {
    const host = new Host()
    const boyi = {
      performance_now: () => performance.now(),
      date_now: () => Date.now(),
      file_fetch: (name: number, length: number) => {
        host.file = fetch(host.text(name, length))
        return host.file.length
      },
      file_copy: (to: number) => host.bytes(to, host.file.length).set(host.file),
      reply: (status: number, body: number, length: number) => {
        host.answered = { status, body: host.bytes(body, length).slice() }
      },
      tell: (text: number, length: number) => host.heard(host.text(text, length)),
      fail: (text: number, length: number) => {
        throw new Error(host.text(text, length))
      },
    }
    const instance = await WebAssembly.instantiate(module, { boyi })
    host.exports = instance.exports as unknown as Exports
    return host
  }

  ask(method: string, path: string, body: Uint8Array) {
    this.answered = undefined
    const head = new TextEncoder().encode(`${method}\n${path}\n`)
    const text = new Uint8Array(head.length + body.length)
    text.set(head)
    text.set(body, head.length)
    this.exports.ask(this.put(text), text.length)
    return this.answered!
  }

  /** Calls `heard` while it works. */
  serve(path: string, message: string, heard: (event: string) => void) {
    this.heard = heard
    const text = new TextEncoder().encode(`${path}\n${message}`)
    if (this.exports.serve(this.put(text), text.length)) throw new Error(`there is no stream ${path}`)
  }

  private put(text: Uint8Array): number {
    const at = this.exports.reserve(text.length)
    this.bytes(at, text.length).set(text)
    return at
  }

  // Memory that grows is another buffer, so nothing is kept.
  private bytes(at: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.exports.memory.buffer as ArrayBuffer, at, length)
  }

  private text(at: number, length: number): string {
    return new TextDecoder().decode(this.bytes(at, length))
  }
}
