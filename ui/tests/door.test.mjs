// The front door, the rules, and what makes a game pleasant: premoves, keys, the moment at the end.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browser, server } from './fixture.mjs'
import { api, byMouse, game, myTurn } from './harness.mjs'

const WIDTHS = [
  { width: 1280, height: 800 },
  { width: 375, height: 740 },
]

test('every picture of the front door is one click from something that moves', async () => {
  for (const viewport of WIDTHS) {
    for (const locale of ['en-GB', 'zh-CN']) {
      const page = await browser.open(server.base, { viewport, locale })
      const doors = page.locator('[data-door]')
      await doors.first().waitFor()
      const names = await doors.evaluateAll((found) => found.map((door) => door.dataset.door))
      assert.ok(names.length >= 7, names.join())
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(wide <= viewport.width, `nothing is cut off at ${viewport.width}: ${wide}`)
      await page.context().close()
    }
  }
  const page = await browser.open(server.base)
  await page.locator('[data-door=play]').click()
  await page.waitForURL('**/play/*')
  // The computer begins by itself.
  await page.locator('[data-ply="1"]').waitFor()
  await page.goto(server.base)
  await page.locator('[data-door=watch]').click()
  await page.waitForURL('**/play/*')
  await page.locator('[data-ply="3"]').waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('the hint of a first visit goes away for good', async () => {
  const page = await browser.open(server.base)
  const hint = page.locator('[data-test=first-visit]')
  await hint.getByRole('button').click()
  await hint.waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('[data-door]').first().waitFor()
  assert.equal(await hint.count(), 0)
})

test('every game has rules with boards, in both languages and reachable from the board', async () => {
  const games = await api(server.base, '/api/catalogue')
  for (const locale of ['en-GB', 'zh-CN']) {
    const page = await browser.open(server.base, { locale, viewport: WIDTHS[1] })
    for (const { name } of games) {
      await page.goto(`${server.base}/rules/${name}`)
      await page.locator('figure').nth(1).waitFor()
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(wide <= 375, `${name}: ${wide}`)
    }
    await page.context().close()
  }
  const page = await browser.open(`${server.base}/new/garlic`)
  await page.getByRole('button', { name: 'Start game', exact: true }).click()
  await page.waitForURL('**/play/*')
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  await page.waitForURL('**/rules/garlic')
  assert.deepEqual(browser.complaints, [])
})

/** A game begun through the API, opened in the browser. */
async function opened(body) {
  const { id } = await api(server.base, '/api/games', body)
  const page = await browser.open(`${server.base}/play/${id}`)
  await page.getByRole('grid').waitFor()
  return { id, page }
}

test('arrows walk through the moves and f flips, wherever the focus is', async () => {
  const person = { kind: 'person' }
  const { page } = await opened({ game: 'reversi', seats: [person, person], moves: ['f5', 'd6', 'c3'] })
  const current = () => page.locator('[data-ply][aria-current=true]').getAttribute('data-ply')
  await page.locator('[data-ply="3"][aria-current=true]').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.locator('[data-ply="2"][aria-current=true]').waitFor()
  // A click on the board is no keyboard user: the arrows still walk, and no cursor is drawn.
  await page.getByRole('grid').click({ position: { x: 5, y: 5 } })
  assert.equal(await page.locator('.cursor').count(), 0)
  await page.keyboard.press('ArrowRight')
  await page.locator('[data-ply="3"][aria-current=true]').waitFor()
  await page.keyboard.press('f')
  await page.locator('[data-flipped=true]').waitFor()
  assert.equal(await current(), '3')
})

test('a premove is played when its turn comes, or taken back', async () => {
  const seats = [{ kind: 'person' }, { kind: 'level', level: 'expert' }]
  const { id, page } = await opened({ game: 'gomoku', seats })
  const { mine } = await myTurn(server.base, id)
  await byMouse(
    page,
    mine.find((move) => move.text === 'h8'),
  )
  // Chosen while the computer thinks, if it is still thinking: then it is either shown or already played.
  const corner = mine.find((move) => move.text === 'a1')
  await byMouse(page, corner)
  await page.locator('[data-ply="3"]').waitFor()
  const { moves } = await game(server.base, id)
  assert.equal(moves[2].text, 'a1')
})

test('the end of a game says who won and why, and offers a rematch', async () => {
  const person = { kind: 'person' }
  const moves = ['h8', 'h9', 'i8', 'i9', 'j8', 'j9', 'k8', 'k9']
  const { id, page } = await opened({ game: 'gomoku', seats: [person, person], moves })
  const { mine } = await myTurn(server.base, id)
  await byMouse(
    page,
    mine.find((move) => move.text === 'l8'),
  )
  const end = page.locator('[data-test=end]')
  await end.waitFor()
  assert.match(await end.innerText(), /Black won/)
  await end.getByRole('button', { name: 'Rematch' }).click()
  await page.waitForURL((address) => !address.pathname.endsWith(id))
  await page.locator('[data-test=end]').waitFor({ state: 'detached' })
  assert.deepEqual(browser.complaints, [])
})
