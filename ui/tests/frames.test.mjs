// A board that changes two hundred times a second is drawn as smoothly as one that stands still.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browser, server } from './fixture.mjs'
import { api, game, shown } from './harness.mjs'

const SECONDS = 4

/** Frames a second while `work` goes on. */
async function frames(page, work) {
  await page.evaluate(() => {
    window.frames = 0
    window.counting = true
    const count = () => (window.frames++, window.counting && requestAnimationFrame(count))
    requestAnimationFrame(count)
  })
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1000
  const drawn = await page.evaluate(() => ((window.counting = false), window.frames))
  return drawn / seconds
}

test('two hundred moves a second into one board cost no frames', async (t) => {
  const person = { kind: 'person' }
  const { id } = await api(server.base, '/api/games', { game: 'gomoku', size: [19, 19], seats: [person, person] })
  const page = await browser.open(`${server.base}/play/${id}`)
  await page.getByRole('grid').waitFor()
  const still = await frames(page, () => new Promise((resolve) => setTimeout(resolve, SECONDS * 1000)))
  let played = 0
  let state = await game(server.base, id)
  const moving = await frames(page, async () => {
    const began = performance.now()
    while (performance.now() - began < SECONDS * 1000) {
      // Moves that make no five: the board is filled and emptied again.
      const { legal, over } = state.scene
      if (over || legal.length < 20) state = await api(server.base, `/api/games/${id}/take-back`, {})
      else state = await api(server.base, `/api/games/${id}/moves`, { text: legal[(played * 37) % legal.length].text })
      played++
      const wait = began + (played * 1000) / 200 - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    }
  })
  const rate = played / SECONDS
  t.diagnostic(`${rate.toFixed(0)} moves a second: ${moving.toFixed(1)} frames a second, ${still.toFixed(1)} at rest`)
  assert.ok(rate > 100, `the server took ${rate} moves a second`)
  assert.ok(moving > 0.8 * still, `${moving} frames a second, ${still} at rest`)
  await shown(page, (await game(server.base, id)).moves.length)
  assert.deepEqual(browser.complaints, [])
})
