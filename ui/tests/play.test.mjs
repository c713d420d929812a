// Playing every game by mouse and by keyboard, taking back, reloading, and a restart of the server.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { browser, server } from './fixture.mjs'
import { api, byKeyboard, byMouse, game, myTurn } from './harness.mjs'

let games
before(async () => {
  games = (await api(server.base, '/api/catalogue')).map((card) => card.name)
})

/** Begins a game through the form, as a person does. */
async function begin(page, name, level = 'beginner') {
  await page.goto(`${server.base}/new/${name}`)
  await page.locator(`input[name=opponent][value=${level}]`).check({ force: true })
  await page.getByRole('button', { name: 'Start game', exact: true }).click()
  await page.waitForURL('**/play/*')
  await page.getByRole('grid').waitFor()
  return page.url().split('/').at(-1)
}

/** Plays moves until so many of the person's are on the board; a lost game ends it. */
async function moves(page, id, count, hand) {
  const first = (await game(server.base, id)).moves.length
  let choice = 7
  for (let n = 0; n < count; n++) {
    const { state, mine } = await myTurn(server.base, id)
    if (state.scene.over) return
    choice = (choice * 31 + 11) % 1009
    // A garlic that walks keeps the game going; any legal move will do elsewhere.
    const steps = mine.filter((move) => move.to !== null)
    const move = (steps.length ? steps : mine)[choice % (steps.length || mine.length)]
    // The page may be a moment behind the server.
    await page.waitForFunction((n) => document.querySelectorAll('[data-ply]').length === n, state.moves.length)
    await hand(page, move, n)
    await page.waitForFunction((n) => document.querySelectorAll('[data-ply]').length > n, state.moves.length)
  }
  const now = (await game(server.base, id)).moves.length
  assert.ok(now >= first + count, `${now - first} plies for ${count} moves`)
}

test('ten moves of every game by mouse, by click and by dragging', async () => {
  const page = await browser.open(server.base)
  for (const name of games) {
    const id = await begin(page, name)
    await moves(page, id, 10, (page, move, n) => byMouse(page, move, n % 2 === 1))
  }
  assert.deepEqual(browser.complaints, [])
})

test('ten moves of every game by keyboard', async () => {
  const page = await browser.open(server.base)
  for (const name of games) {
    const id = await begin(page, name)
    await moves(page, id, 10, byKeyboard)
  }
  assert.deepEqual(browser.complaints, [])
})

test('a move is taken back, a hint is drawn, a reload goes on with the game', async () => {
  const page = await browser.open(server.base)
  const id = await begin(page, 'reversi')
  await moves(page, id, 2, byMouse)
  await myTurn(server.base, id)
  const before = (await game(server.base, id)).moves.length
  await page.getByRole('button', { name: 'Take back', exact: true }).click()
  await page.waitForFunction((n) => document.querySelectorAll('[data-ply]').length < n, before)
  const taken = await myTurn(server.base, id)
  assert.ok(taken.state.moves.length < before)
  await page.getByRole('button', { name: 'Hint', exact: true }).click()
  await page.locator('.arrow').waitFor()
  await page.reload()
  await page.getByRole('grid').waitFor()
  await moves(page, id, 2, byMouse)
  assert.deepEqual(browser.complaints, [])
})

test('a restart of the server in the middle of a game loses nothing, and the page goes on by itself', async () => {
  const page = await browser.open(server.base)
  const id = await begin(page, 'xiangqi')
  await moves(page, id, 2, byMouse)
  const before = (await myTurn(server.base, id)).state
  await server.restart()
  const kept = (await myTurn(server.base, id)).state
  assert.deepEqual(
    kept.moves.map((move) => move.text),
    before.moves.map((move) => move.text),
  )
  // The stream comes back by itself.
  await page.getByText('Connection lost').waitFor({ state: 'detached' })
  await moves(page, id, 2, byMouse)
  browser.forgive(/ERR_CONNECTION|ERR_EMPTY_RESPONSE|WebSocket/)
  assert.deepEqual(browser.complaints, [])
})

test('resigning asks first and ends the game; the game can be analysed', async () => {
  const page = await browser.open(server.base)
  const id = await begin(page, 'xiangqi')
  await moves(page, id, 1, byMouse)
  await myTurn(server.base, id)
  await page.getByRole('button', { name: 'Resign', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, resign', exact: true }).click()
  await page.locator('[data-test=end]').filter({ hasText: 'You lost' }).waitFor()
  await page.getByRole('link', { name: 'Analyse this game', exact: true }).first().click()
  await page.waitForURL('**/analyse/xiangqi*')
  await page.getByRole('grid').waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('a pasted position and one put together by hand can be played', async () => {
  const page = await browser.open(`${server.base}/new/xiangqi`)
  await page.locator('input[name=start][value=paste]').check({ force: true })
  await page.locator('textarea').fill('4k4/4a4/4ba3/9/9/9/9/4B4/4A4/3AK3R w - - 0 60')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('gridcell', { name: 'i0, Red chariot', exact: true }).waitFor({ state: 'attached' })
  await page.locator('input[name=start][value=edit]').check({ force: true })
  await page.getByRole('button', { name: 'Empty board', exact: true }).click()
  await page.getByRole('alert').waitFor()
  assert.ok(
    await page.getByRole('button', { name: 'Start game', exact: true }).isDisabled(),
    'an empty board cannot be played',
  )
  await page.getByRole('button', { name: 'Standard start', exact: true }).click()
  await page.getByRole('button', { name: 'Start game', exact: true }).click()
  await page.waitForURL('**/play/*')
  browser.forgive(/422/)
  assert.deepEqual(browser.complaints, [])
})
