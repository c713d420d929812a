// The same host in Chromium: a page runs the module in a worker, and this passes on what is asked and told. Chromium is
// spoken to through a pipe, in words of its DevTools protocol with a zero byte behind each.

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { timed } from './processor.mjs'

const [, , module, weights] = process.argv
const script = new URL('worker.js', import.meta.url)

const files = createServer(({ url }, reply) => {
  const name = decodeURIComponent(url.slice(1))
  const types = { '': 'text/html', 'worker.js': 'text/javascript', 'boyi.wasm': 'application/wasm' }
  reply.setHeader('content-type', types[name] ?? 'application/octet-stream')
  if (name === '') reply.end('<!doctype html>')
  else if (name === 'worker.js') reply.end(readFileSync(script))
  else if (name === 'boyi.wasm') reply.end(readFileSync(module))
  else if (readdirSync(weights).includes(name)) reply.end(readFileSync(join(weights, name)))
  else reply.writeHead(404).end()
})
await new Promise((listening) => files.listen(0, '127.0.0.1', listening))
const address = `http://127.0.0.1:${files.address().port}/`

const profile = mkdtempSync(join(tmpdir(), 'boyi-'))
const quiet = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
const browser = spawn(
  process.env.CHROMIUM ?? 'chromium',
  ['--headless', '--no-sandbox', '--disable-gpu', ...quiet, `--user-data-dir=${profile}`, '--remote-debugging-pipe'],
  { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
)
const [to, from] = [browser.stdio[3], browser.stdio[4]]

let count = 0
const waiting = new Map()
let unread = ''
from.setEncoding('utf8').on('data', (data) => {
  const words = (unread + data).split('\0')
  unread = words.pop()
  for (const { id, result, error } of words.map((word) => JSON.parse(word))) {
    waiting.get(id)?.(error ? Promise.reject(new Error(error.message)) : result)
    waiting.delete(id)
  }
})
const call = (method, params = {}, sessionId = undefined) =>
  new Promise((answered) => {
    waiting.set(++count, answered)
    to.write(`${JSON.stringify({ id: count, method, params, sessionId })}\0`)
  })

const { targetId } = await call('Target.createTarget', { url: address })
const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true })
const evaluate = async (expression) => {
  const said = await call('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, sessionId)
  if (said.exceptionDetails) throw new Error(JSON.stringify(said.exceptionDetails))
  return said.result.value
}
/** The folder in /proc of the worker's thread; empty before it runs. */
function worker() {
  const mine = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('type=renderer') && isBelow(pid)
    } catch {
      return false
    }
  }
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && mine(name)))
    for (const thread of readdirSync(`/proc/${pid}/task`).map((name) => `/proc/${pid}/task/${name}`))
      if (readFileSync(`${thread}/comm`, 'utf8').startsWith('DedicatedWorker')) return thread
  return ''
}

/** Whether a process was started by our browser. */
function isBelow(pid) {
  while (Number(pid) > 1) {
    if (Number(pid) === browser.pid) return true
    pid = /\) . (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))[1]
  }
  return false
}

// The page may still be on its way.
while ((await evaluate('location.href')) !== address) await new Promise((later) => setTimeout(later, 50))
await evaluate(`
  globalThis.engine = new Worker('worker.js')
  globalThis.search = (order) => new Promise((done, failed) => {
    engine.onmessage = ({ data }) => done(data)
    engine.onerror = ({ message }) => failed(new Error(message))
    engine.postMessage(order)
  })
  true
`)
for await (const line of createInterface({ input: process.stdin })) {
  const told = []
  const act = async () => told.push(...(await evaluate(`search(${JSON.stringify(line)})`)).split('\n'))
  await timed(act, worker(), told)
  console.log(`${told.join('\n')}\n`)
}
browser.kill()
files.close()
rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
