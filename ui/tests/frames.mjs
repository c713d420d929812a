// Measures whether a board that changes two hundred times a second is drawn at sixty frames a second:
// `node --test tests/frames.mjs` on a machine that does nothing else. No test of the suite: it needs quiet. The
// processor time of a board says how far off it is where the machine is not.

import assert from 'node:assert/strict'
import { loadavg } from 'node:os'
import { test } from 'node:test'
import { browser, server } from './fixture.mjs'
import { api, game, shown } from './harness.mjs'

const SIZE = 19
const SECONDS = 8
const FRAME = 1000 / 60
/** Frames a second: of sixty, one or two may be late. */
const ENOUGH = 58

/** Whose stone belongs on a cell when the board is full: nowhere are there more than two in a row. */
const first = (cell) => ((cell % SIZE) + 2 * Math.floor(cell / SIZE)) % 4 < 2

test('two hundred moves a second into one board are drawn at sixty frames a second', async (t) => {
  const person = { kind: 'person' }
  const { id } = await api(server.base, '/api/games', { game: 'gomoku', size: [SIZE, SIZE], seats: [person, person] })
  const page = await browser.open(`${server.base}/play/${id}`)
  await page.getByRole('grid').waitFor()
  // Of all threads of the page's process: scripts, layout and painting, and those that make pixels of it.
  const system = await page.context().browser().newBrowserCDPSession()
  const busy = async () => {
    const { processInfo } = await system.send('SystemInfo.getProcessInfo')
    const pages = processInfo.filter(({ type }) => type === 'renderer')
    return 1000 * pages.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
  await page.evaluate(() => {
    window.drawn = window.frames = 0
    const count = () => (window.frames++, requestAnimationFrame(count))
    requestAnimationFrame(count)
    new MutationObserver(() => window.drawn++).observe(document.querySelector('main'), {
      subtree: true,
      childList: true,
    })
  })
  const before = await busy()
  let played = 0
  let filling = true
  let state = await game(server.base, id)
  const began = performance.now()
  while (performance.now() - began < SECONDS * 1000) {
    // The board is filled and emptied again, with nobody ever winning.
    const own = state.moves.length % 2 === 0
    const good = state.scene.legal.filter(({ to }) => first(to) === own)
    if (good.length === 0) filling = false
    else if (state.moves.length < 10) filling = true
    const text = filling && good[(played * 37) % good.length].text
    state = await api(server.base, `/api/games/${id}/${filling ? 'moves' : 'take-back'}`, filling ? { text } : {})
    played++
    const wait = began + (played * 1000) / 200 - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  }
  const seconds = (performance.now() - began) / 1000
  const [spent, { drawn, frames }] = [(await busy()) - before, await page.evaluate(() => ({ drawn, frames }))]
  const [moves, rate, cost] = [played / seconds, frames / seconds, spent / drawn]
  const load = loadavg()[0].toFixed(1)
  t.diagnostic(`${moves.toFixed(0)} moves, ${(drawn / seconds).toFixed(0)} boards, ${rate.toFixed(1)} frames a second`)
  t.diagnostic(`${cost.toFixed(1)} ms of processor time a board; load of the machine ${load}`)
  assert.ok(moves > 190, `${moves} moves a second were played`)
  assert.ok(drawn / seconds > 30, `${drawn} boards were drawn`)
  assert.ok(cost < FRAME, `${cost} ms for a board: a frame has ${FRAME}`)
  assert.ok(rate >= ENOUGH, `${rate} frames a second, at a load of ${load}`)
  await shown(page, (await game(server.base, id)).moves.length)
  assert.deepEqual(browser.complaints, [])
})
