// What `chromium.mjs` has a worker of its page do: as `host.mjs`, a message at a time.

let exports
let file

const bytes = (at, length) => new Uint8Array(exports.memory.buffer, at, length)
const text = (at, length) => new TextDecoder().decode(bytes(at, length))
const told = []

function fetched(name) {
  const request = new XMLHttpRequest()
  request.open('GET', name, false)
  request.responseType = 'arraybuffer'
  request.send()
  return new Uint8Array(request.response)
}

const boyi = {
  performance_now: () => performance.now(),
  date_now: () => Date.now(),
  file_fetch: (name, length) => {
    file = fetched(`${text(name, length)}.eval`)
    return file.length
  },
  file_copy: (to) => bytes(to, file.length).set(file),
  reply: () => {},
  tell: (at, length) => told.push(text(at, length)),
  fail: (at, length) => {
    throw new Error(text(at, length))
  },
}
const ready = WebAssembly.instantiateStreaming(fetch('boyi.wasm'), { boyi })

onmessage = async ({ data }) => {
  exports ??= (await ready).instance.exports
  const order = new TextEncoder().encode(data.replace(' ', '\n'))
  const at = exports.reserve(order.length)
  bytes(at, order.length).set(order)
  if (exports.serve(at, order.length)) throw new Error(`no stream: ${data}`)
  postMessage(told.splice(0).join('\n'))
}
