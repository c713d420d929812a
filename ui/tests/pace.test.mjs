// How fast a game may be: measured, so nothing else may run beside it (`crates/xtask/src/page.rs`).

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browser, server } from './fixture.mjs'
import { api, game, shown } from './harness.mjs'

test('a game at fifty moves a second does not fall behind', async () => {
  const seats = [{ kind: 'person' }, { kind: 'person' }]
  const { id } = await api(server.base, '/api/games', { game: 'xiangqi', seats })
  const page = await browser.open(`${server.base}/play/${id}`)
  await page.getByRole('grid').waitFor()
  // The page notes by itself when it shows what: asking it would make it catch up first.
  await page.evaluate(() => {
    window.noted = []
    const note = () => window.noted.push([Date.now(), document.querySelectorAll('[data-ply]').length])
    new MutationObserver(note).observe(document.querySelector('main'), { subtree: true, childList: true })
  })
  // Two horses out and back would be judged as a repetition: soldiers and cannons wander instead.
  let state = await game(server.base, id)
  const began = Date.now()
  const played = []
  for (let n = 0; n < 150 && !state.scene.over; n++) {
    const legal = state.scene.legal
    state = await api(server.base, `/api/games/${id}/moves`, { text: legal[(n * 7) % legal.length].text })
    played.push([Date.now(), state.moves.length])
    const wait = began + 20 * (n + 1) - Date.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  }
  await shown(page, state.moves.length)
  const noted = await page.evaluate(() => window.noted)
  const behind = played.map(([time, moves]) => moves - (noted.findLast(([at]) => at <= time)?.[1] ?? 0))
  assert.ok(Math.max(...behind) <= 50, `the page was ${Math.max(...behind)} moves behind: more than a second`)
  assert.deepEqual(browser.complaints, [])
})
