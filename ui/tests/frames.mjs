// Measures whether a board that changes two hundred times a second is drawn in the time of a frame:
// `node --test tests/frames.mjs` on a machine that does nothing else. No test of the suite: it needs quiet.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browser, server } from './fixture.mjs'
import { api, game, shown } from './harness.mjs'

const SECONDS = 4
const FRAME = 1000 / 60

test('two hundred moves a second into one board are drawn at sixty frames a second', async (t) => {
  const person = { kind: 'person' }
  const { id } = await api(server.base, '/api/games', { game: 'gomoku', size: [19, 19], seats: [person, person] })
  const page = await browser.open(`${server.base}/play/${id}`)
  await page.getByRole('grid').waitFor()
  // Processor time of the page's own thread: what it would need on a machine that does nothing else.
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' })
  await session.send('Performance.enable')
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value
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
  let state = await game(server.base, id)
  const began = performance.now()
  while (performance.now() - began < SECONDS * 1000) {
    // The board is filled and emptied again.
    const { legal, over } = state.scene
    if (over || legal.length < 20) state = await api(server.base, `/api/games/${id}/take-back`, {})
    else state = await api(server.base, `/api/games/${id}/moves`, { text: legal[(played * 37) % legal.length].text })
    played++
    const wait = began + (played * 1000) / 200 - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  }
  const seconds = (performance.now() - began) / 1000
  const [spent, { drawn, frames }] = [(await busy()) - before, await page.evaluate(() => ({ drawn, frames }))]
  const rates = `${(played / seconds).toFixed(0)} moves, ${(frames / seconds).toFixed(1)} frames a second`
  t.diagnostic(`${rates}; ${(spent / drawn).toFixed(1)} ms of processor time for each of ${drawn} boards drawn`)
  assert.ok(drawn > 20, `${drawn} boards were drawn`)
  assert.ok(spent / drawn < FRAME, `${spent / drawn} ms for a board: a frame has ${FRAME}`)
  await shown(page, (await game(server.base, id)).moves.length)
  assert.deepEqual(browser.complaints, [])
})
