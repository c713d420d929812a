// A host for the module outside of a browser: reads a line `PATH MESSAGE` at a time, serves it as a stream, and prints
// what is told, a line each, then an empty line.

import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { timed } from './processor.mjs'

const [, , module, weights] = process.argv
let exports
let file
let told = []

const bytes = (at, length) => new Uint8Array(exports.memory.buffer, at, length)
const text = (at, length) => new TextDecoder().decode(bytes(at, length))
const boyi = {
  performance_now: () => performance.now(),
  date_now: () => Date.now(),
  file_fetch: (name, length) => {
    file = readFileSync(`${weights}/${text(name, length)}.eval`)
    return file.length
  },
  file_copy: (to) => bytes(to, file.length).set(file),
  reply: () => {},
  tell: (at, length) => told.push(text(at, length)),
  fail: (at, length) => {
    throw new Error(text(at, length))
  },
}
const compiled = await WebAssembly.compile(readFileSync(module))
exports = (await WebAssembly.instantiate(compiled, { boyi })).exports

for await (const line of createInterface({ input: process.stdin })) {
  const order = new TextEncoder().encode(line.replace(' ', '\n'))
  const at = exports.reserve(order.length)
  bytes(at, order.length).set(order)
  told = []
  const serve = () => exports.serve(at, order.length)
  const failed = await timed(serve, `/proc/self/task/${process.pid}`, told)
  if (failed) throw new Error(`no stream: ${line}`)
  console.log(`${told.join('\n')}\n`)
}
