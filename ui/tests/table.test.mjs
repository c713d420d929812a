// Around the board: touch, the other side of the board, cell scores, clocks, draws, positions of one's own.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { browser, server } from './fixture.mjs'
import { api, byMouse, byTouch, game, myTurn, shown } from './harness.mjs'

let cards
before(async () => {
  cards = await api(server.base, '/api/catalogue')
})

const person = { kind: 'person' }
const level = (level) => ({ kind: 'level', level })
const begin = (body) => api(server.base, '/api/games', { seats: [person, person], ...body })

/** Opens a game, when its board is there. */
async function sit(id, options) {
  const page = await browser.open(`${server.base}/play/${id}`, options)
  await page.getByRole('grid').waitFor()
  return page
}

/** Settings are opened, changed and closed again. */
async function set(page, change) {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await change()
  await page.keyboard.press('Escape')
}

test('five moves of every game by tapping on a phone', async () => {
  for (const { name } of cards) {
    const { id } = await begin({ game: name, seats: [person, level('beginner')] })
    const page = await sit(id, { viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true })
    for (let n = 0; n < 5; n++) {
      const { state, mine } = await myTurn(server.base, id)
      if (state.scene.over) break
      await shown(page, state.moves.length)
      const steps = mine.filter((move) => move.to !== null)
      await byTouch(page, (steps.length ? steps : mine)[(n * 5) % (steps.length || mine.length)])
      await page.waitForFunction((n) => document.querySelectorAll('[data-ply]').length > n, state.moves.length)
    }
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 375, `${name} is ${width} wide`)
    await page.context().close()
  }
  assert.deepEqual(browser.complaints, [])
})

test('the board is turned round, and played on from the other side', async () => {
  for (const { name } of cards.filter((card) => !card.rounds)) {
    const { id } = await begin({ game: name })
    const page = await sit(id)
    const names = () =>
      page
        .locator('.names text')
        .evaluateAll((texts) =>
          texts
            .toSorted((a, b) => a.getBoundingClientRect().x - b.getBoundingClientRect().x)
            .map((text) => text.textContent),
        )
    const before = await names()
    await page.getByRole('button', { name: 'Flip the board', exact: true }).click()
    await page.waitForFunction(() => document.querySelector('[role=grid]').dataset.flipped === 'true')
    assert.notDeepEqual(await names(), before)
    const { mine } = await myTurn(server.base, id)
    await byMouse(page, mine[0])
    await shown(page, 1)
    assert.equal((await game(server.base, id)).moves[0].text, mine[0].text)
    await page.context().close()
  }
  // Whoever plays the second side sees it at the bottom at once.
  const { id } = await begin({ game: 'xiangqi', seats: [level('beginner'), person] })
  const page = await sit(id)
  await page.locator('[role=grid][data-flipped=true]').waitFor()
  await page.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('weighted reversi shows what its cells are worth, and how hot they are', async () => {
  const page = await browser.open(`${server.base}/new/reversi`)
  await page.getByRole('combobox', { name: 'Board', exact: true }).selectOption('w8')
  await page.getByRole('button', { name: 'Start game', exact: true }).click()
  await page.waitForURL('**/play/*')
  await page
    .getByRole('gridcell', { name: /worth \d/ })
    .first()
    .waitFor({ state: 'attached' })
  assert.equal(await page.locator('text.worth').count(), 64)
  assert.equal(await page.locator('.heat').count(), 0)
  await set(page, () => page.getByRole('checkbox', { name: 'Heat map of cell scores', exact: true }).check())
  await page.locator('.heat').first().waitFor()
  const heat = await page
    .locator('.heat')
    .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('opacity'))))
  assert.equal(heat.length, 64)
  assert.ok(Math.max(...heat) > 2 * Math.min(...heat), 'worth more is hotter')
  await page.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('pieces, coordinates, legal moves and animation are as the reader likes them', async () => {
  const { id } = await begin({ game: 'xiangqi' })
  const page = await sit(id)
  const glyphs = () => page.locator('.place').first().innerHTML()
  const chinese = await glyphs()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('combobox', { name: 'Xiangqi pieces', exact: true }).selectOption('western')
  await page.waitForFunction((before) => document.querySelector('.place').innerHTML !== before, chinese)
  await page.getByRole('checkbox', { name: 'Coordinates', exact: true }).uncheck()
  await page.locator('.names').waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Animate moves', exact: true }).uncheck()
  await page.locator('html.still').waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('grid').waitFor()
  assert.equal(await page.locator('.names').count(), 0, 'it is remembered')
  const duration = await page
    .locator('.place')
    .first()
    .evaluate((place) => getComputedStyle(place).transitionDuration)
  assert.equal(duration, '0s')
  await page.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('a clock that runs out loses the game', async () => {
  const { id } = await begin({ game: 'xiangqi', clock: { seconds: 1, increment: 0 } })
  const page = await sit(id)
  assert.equal(await page.getByRole('timer').count(), 2)
  // Nobody's clock runs before the first move; then black's does, and black does nothing.
  assert.deepEqual((await game(server.base, id)).clock.running, [false, false])
  const { mine } = await myTurn(server.base, id)
  await byMouse(page, mine[0])
  await page.locator('[data-test=end]').filter({ hasText: 'Red won' }).waitFor()
  await page.getByText('Black ran out of time').first().waitFor()
  const over = await game(server.base, id)
  assert.equal(over.clock.left[1], 0)
  assert.deepEqual(over.scene.legal, [])
  // With a clock the engine moves in time.
  const fast = await begin({ game: 'reversi', seats: [person, level('full')], clock: { seconds: 3, increment: 1 } })
  const other = await sit(fast.id)
  for (let n = 0; n < 3; n++) {
    const { state, mine } = await myTurn(server.base, fast.id)
    assert.equal(state.scene.over, null)
    await shown(other, state.moves.length)
    await byMouse(other, mine[0])
    await other.waitForFunction((n) => document.querySelectorAll('[data-ply]').length > n, state.moves.length)
  }
  await page.context().close()
  await other.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('a draw is offered and taken by a person, and declined by an engine that has hardly begun', async () => {
  const { id } = await begin({ game: 'xiangqi' })
  const page = await sit(id)
  await page.getByRole('button', { name: 'Offer draw', exact: true }).click()
  await page.getByText('Red offers a draw').waitFor()
  const { mine } = await myTurn(server.base, id)
  assert.ok(mine.length)
  // The same screen is passed on: the other side takes it.
  await page.getByRole('button', { name: 'Accept draw', exact: true }).click()
  await page.locator('[data-test=end]').filter({ hasText: 'Draw' }).waitFor()
  await page.getByText('draw agreed').first().waitFor()
  const engine = await begin({ game: 'xiangqi', seats: [person, level('beginner')] })
  const other = await sit(engine.id)
  await other.getByRole('button', { name: 'Offer draw', exact: true }).click()
  await other.getByText('The draw was declined').waitFor()
  await page.context().close()
  await other.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('a game that is over is taken back and goes on; another begins with the same choices', async () => {
  const { id } = await begin({ game: 'gomoku', seats: [person, level('beginner')] })
  const page = await sit(id)
  const { mine } = await myTurn(server.base, id)
  await byMouse(page, mine[3])
  await page.waitForFunction(() => document.querySelectorAll('[data-ply]').length > 0)
  await myTurn(server.base, id, 2)
  await page.getByRole('button', { name: 'Resign', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, resign', exact: true }).click()
  await page.locator('[data-test=end]').filter({ hasText: 'You lost' }).waitFor()
  // The result is said once: by the card, and beside the board when the card is closed.
  assert.equal(await page.getByText('Black resigned').count(), 1)
  await page.getByRole('button', { name: 'Look at the board', exact: true }).click()
  await page.getByTestId('status').filter({ hasText: 'White won' }).waitFor()
  assert.equal(await page.getByText('Black resigned').count(), 1)
  await page.getByRole('button', { name: 'Take back', exact: true }).click()
  await page.getByTestId('status').filter({ hasText: 'Your move' }).waitFor()
  await page.getByRole('button', { name: 'Resign', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, resign', exact: true }).click()
  await page.getByRole('button', { name: 'Rematch', exact: true }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/play/') && !url.pathname.endsWith(id))
  await page.getByTestId('status').filter({ hasText: 'Your move' }).waitFor()
  await page.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('a position is put together by hand and played', async () => {
  const page = await browser.open(`${server.base}/new/xiangqi`)
  await page.locator('input[name=start][value=edit]').check({ force: true })
  await page.getByRole('button', { name: 'Empty board', exact: true }).click()
  await page.getByRole('alert').waitFor()
  const put = async (piece, cell) => {
    await page.getByRole('button', { name: piece, exact: true }).click()
    await byMouse(page, { from: null, to: cell })
    await page.locator(`[data-cell="${cell}"]`).filter({ hasText: piece }).waitFor({ state: 'attached' })
  }
  // Cells are counted from the top left; the generals do not face each other.
  await put('Black general', 4)
  await put('Red general', 9 * 9 + 3)
  await put('Red chariot', 5 * 9 + 0)
  await page.getByRole('combobox', { name: 'To move', exact: true }).selectOption('second')
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Start game', exact: true }).click()
  await page.waitForURL('**/play/*')
  const state = await game(server.base, page.url().split('/').at(-1))
  assert.match(state.start, /^4k4\/9\/9\/9\/9\/R8\/9\/9\/9\/3K5 b/)
  await page.context().close()
  browser.forgive(/422/)
  assert.deepEqual(browser.complaints, [])
})

test('an answer about a board that is gone is never shown', async () => {
  const page = await browser.open(`${server.base}/new/xiangqi`)
  let release
  const held = new Promise((resolve) => (release = resolve))
  let asked = 0
  await page.route('**/api/arrange', async (route) => {
    if (asked++ === 0) await held
    await route.continue()
  })
  await page.locator('input[name=start][value=edit]').check({ force: true })
  await page.getByRole('button', { name: 'Empty board', exact: true }).click()
  await page.getByRole('alert').waitFor()
  // The answer about the usual start comes last, and says that it can be played.
  const late = page.waitForResponse((response) => response.url().endsWith('/api/arrange') && response.ok())
  release()
  await (await late).finished()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  assert.equal(await page.getByRole('alert').count(), 1)
  browser.forgive(/422/)
  assert.deepEqual(browser.complaints, [])
})

test('FEN, OBF, board text and whole games are pasted, also of another game', async () => {
  const pasted = [
    ['reversi', '---------------------------OX------XO--------------------------- X;', /---OX---/],
    ['reversi', '4 4\n1234\n5oO6\n7Oo8\n9123\n', /^4x4 /],
    ['reversi', 'f5d6c3', undefined],
    ['xiangqi', 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1', /^rnbakabnr/],
    ['gomoku', 'h8h9i8', undefined],
  ]
  const page = await browser.open(server.base)
  for (const [name, text, start] of pasted) {
    await page.goto(`${server.base}/new/${name}`)
    await page.locator('input[name=start][value=paste]').check({ force: true })
    await page.locator('textarea').fill(text)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.locator('button.primary:enabled').click()
    await page.waitForURL('**/play/*')
    const state = await game(server.base, page.url().split('/').at(-1))
    if (start) assert.match(state.start, start)
    // The engine may have answered already.
    else
      assert.equal(
        state.moves
          .slice(0, 3)
          .map((move) => move.text)
          .join(''),
        text,
      )
  }
  // A position of xiangqi pasted where reversi was chosen.
  await page.goto(`${server.base}/new/reversi`)
  await page.locator('input[name=start][value=paste]').check({ force: true })
  await page.locator('textarea').fill('4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  // The refusal that offers the other game is one.
  await page.getByRole('link', { name: 'Open as xiangqi', exact: true }).click()
  await page.waitForURL('**/new/xiangqi*')
  await page.getByRole('gridcell', { name: 'a0, Red chariot', exact: true }).waitFor({ state: 'attached' })
  await page.context().close()
  browser.forgive(/422/)
  assert.deepEqual(browser.complaints, [])
})
