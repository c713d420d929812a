// Analysing: a pasted position gets arrows and lines, a game gets its blunders named, a link opens it again.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browser, server } from './fixture.mjs'
import { api, byKeyboard, byMouse, byTouch } from './harness.mjs'

async function paste(page, text) {
  const exchange = page.locator('details', { has: page.getByText('Import and export') })
  if (!(await exchange.evaluate((details) => details.open))) await page.getByText('Import and export').click()
  await page.locator('details textarea').first().fill(text)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
}
const tree = (page) => page.locator('.tree button').allTextContents()

test('a pasted position shows lines, numbered arrows and a bar; the arrows can be switched off', async () => {
  const page = await browser.open(`${server.base}/analyse/xiangqi`)
  await paste(page, '4k4/4a4/4ba3/9/9/9/9/4B4/4A4/3AK3R w - - 0 60')
  await page.getByRole('gridcell', { name: 'i0, Red chariot', exact: true }).waitFor({ state: 'attached' })
  await page.locator('.arrow text', { hasText: '1' }).waitFor()
  await page.locator('ol.lines li').nth(1).waitFor()
  await page.getByRole('img', { name: /Evaluation: \S/ }).waitFor()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Arrows', exact: true }).uncheck()
  await page.locator('.arrow').first().waitFor({ state: 'detached' })
  assert.deepEqual(browser.complaints, [])
})

test('a review names mistakes, lets one try again with the refutation on the board, and says why', async () => {
  // Red gives a chariot for an advisor on the third move.
  const page = await browser.open(`${server.base}/analyse/xiangqi?moves=i0i1,i9i8,i1d1,h9g7,d1d9,e9d9`)
  await page.getByRole('grid').waitFor()
  await page.getByRole('button', { name: 'Analyse game', exact: true }).click()
  const review = page.getByTestId('review')
  await review.getByRole('row', { name: /Red/ }).waitFor()
  const slip = page.getByTestId('slip').filter({ hasText: /3\. d1d9.*Red: Blunder: .*was better/s })
  await slip.waitFor()
  await page.getByTestId('graph').waitFor()
  // The same mistake again is refuted on the board.
  await slip.getByRole('button', { name: 'Try again' }).click()
  await page.getByTestId('trial').getByText('Red played d1d9').waitFor()
  assert.equal(await page.locator('.arrow').count(), 0, 'nothing gives the solution away')
  const cell = (name) =>
    page
      .getByRole('gridcell', { name })
      .first()
      .evaluate((cell) => Number(cell.dataset.cell))
  await byMouse(page, { from: await cell(/^d1, Red chariot/), to: await cell(/^d9, /) })
  await page.getByTestId('trial').getByText('is not it').waitFor()
  await page.getByRole('gridcell', { name: /^d9, Black general/ }).waitFor({ state: 'attached' })
  // The solution is shown, and the study is as it was.
  await page.getByTestId('trial').getByRole('button', { name: 'Show the solution' }).click()
  await page.getByTestId('trial').getByText('Best play:').waitFor()
  const why = await page.getByTestId('trial').getByRole('link', { name: 'Why?' }).getAttribute('href')
  assert.match(why, /^\/tree\?game=xiangqi&start=.*&moves=i0i1\+i9i8\+i1d1\+h9g7$/)
  await page.getByRole('button', { name: 'Back to the list' }).click()
  assert.equal(await page.locator('.branch').count(), 0)
  await page.goto(server.base + why)
  await page.getByTestId('flame').or(page.locator('canvas, svg').first()).first().waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('a text of another game asks, a wrong move is named, and the board stays as it was', async () => {
  const page = await browser.open(`${server.base}/analyse/reversi?moves=f5,d6,c3`)
  await page.getByRole('grid').waitFor()
  const before = page.url()
  await paste(page, '1. f5 d6 2. a1')
  await page
    .getByRole('alert')
    .filter({ hasText: /move 2, .*`a1` is not legal.*legal here: c3/s })
    .waitFor()
  await paste(page, 'a1b1')
  const asks = page.getByTestId('othergame')
  await asks.filter({ hasText: 'fits Gomoku' }).waitFor()
  assert.equal(page.url(), before)
  assert.deepEqual((await tree(page)).slice(0, 3), ['f5', 'd6', 'c3'])
  await asks.getByRole('button', { name: 'Stay here' }).click()
  await asks.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('button', { name: /Open as Gomoku/ }).click()
  await page.waitForURL(/analyse\/gomoku/)
  // One step back is the game that was there.
  await page.goBack()
  await page.waitForURL(/analyse\/reversi.*c3/)
  // A text that is refused is answered with 422, which browsers write down.
  browser.forgive(/422/)
  assert.deepEqual(browser.complaints, [])
})

test('numbered moves in every notation are imported, in both languages and on a phone', async () => {
  for (const [locale, width, words] of [
    ['en-GB', 1280, ['Import and export', 'Import']],
    ['zh-CN', 375, ['导入与导出', '导入']],
  ])
    for (const [game, text, moves] of [
      ['reversi', '1. f5 d6', /moves=f5%2Cd6|moves=f5,d6/],
      ['xiangqi', '1. 炮二平五 马8进7', /moves=h2e2(%2C|,)h9g7/],
      ['xiangqi', '1. C2=5 H8+7', /moves=h2e2(%2C|,)h9g7/],
      ['gomoku', '1. h8 i9', /moves=h8(%2C|,)i9/],
    ]) {
      const options = { locale, viewport: { width, height: 800 }, hasTouch: width < 500 }
      const page = await browser.open(`${server.base}/analyse/${game}`, options)
      await page.getByRole('grid').waitFor()
      await page.getByText(words[0]).click()
      await page.locator('details textarea').first().fill(text)
      await page.getByRole('button', { name: words[1], exact: true }).click()
      await page.waitForURL(moves)
      await page.context().close()
    }
  assert.deepEqual(browser.complaints, [])
})

test('branches and comments go out as PGN and come back', async () => {
  const page = await browser.open(`${server.base}/analyse/xiangqi`)
  await paste(page, '{a start} 1. 炮二平五 马8进7 (1... 炮8平5 {mirrored}) 2. 马二进三')
  await page.locator('.branch').filter({ hasText: 'mirrored' }).waitFor()
  await page.getByRole('combobox', { name: 'Format', exact: true }).selectOption('pgn')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByTestId('exported').waitFor()
  const text = await page.getByTestId('exported').inputValue()
  assert.match(text, /\{a start\}/)
  assert.match(text, /\{mirrored\}/)
  const other = await browser.open(`${server.base}/analyse/xiangqi`)
  await paste(other, text)
  await other.locator('.branch').filter({ hasText: 'mirrored' }).waitFor()
  await other.getByText('a start').waitFor()
  assert.deepEqual(await tree(other), await tree(page))
  assert.deepEqual(browser.complaints, [])
})

test('a board is set up by mouse, finger and keyboard, then analysed or played', async () => {
  for (const [how, options] of [
    ['mouse', {}],
    ['finger', { viewport: { width: 375, height: 800 }, hasTouch: true }],
    ['keyboard', {}],
  ]) {
    const page = await browser.open(`${server.base}/analyse/gomoku`, options)
    await page.getByRole('button', { name: 'Set up board', exact: true }).click()
    await page.getByRole('button', { name: 'Black stone', exact: true }).click()
    const put = { from: null, to: 7 * 15 + 7 }
    if (how === 'mouse') await byMouse(page, put)
    else if (how === 'finger') await byTouch(page, put)
    else await byKeyboard(page, put)
    await page.getByRole('combobox', { name: 'To move' }).selectOption('second')
    await page.getByRole('link', { name: 'Play from here', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Analyse', exact: true }).click()
    await page.waitForURL(/start=.*7x7/)
    await page.getByRole('gridcell', { name: /^h8, Black stone/ }).waitFor({ state: 'attached' })
    await page.context().close()
  }
  assert.deepEqual(browser.complaints, [])
})

test('the explorer shows the book, the games kept here and what is proven', async () => {
  const seats = [{ kind: 'person' }, { kind: 'person' }]
  const { id } = await api(server.base, '/api/games', { game: 'reversi', seats, moves: ['f5', 'd6'] })
  await api(server.base, `/api/games/${id}/resign`, {})
  const page = await browser.open(`${server.base}/analyse/reversi`)
  const explorer = page.getByTestId('explorer')
  await explorer.getByRole('row').filter({ hasText: 'f5' }).filter({ hasText: 'Book' }).waitFor()
  await explorer.getByRole('img', { name: /won 1/ }).first().waitFor()
  await explorer.getByRole('button', { name: 'f5', exact: true }).click()
  await page.waitForURL(/moves=f5/)
  await page.goto(`${server.base}/analyse/gomoku?moves=h8,h9`)
  await explorer.getByText('Kagetsu: Black wins, proven').first().waitFor()
  await explorer.getByRole('button', { name: 'i9', exact: true }).click()
  await explorer.locator('.proven').filter({ hasText: 'Kagetsu: Black wins, proven' }).waitFor()
  await page.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('evaluations say for whom, and arrows and f work wherever the focus is', async () => {
  const page = await browser.open(`${server.base}/analyse/reversi?moves=f5,d6,c3`, {
    viewport: { width: 1280, height: 800 },
  })
  await page.locator('ol.lines .worth').first().waitFor()
  for (const text of await page.locator('ol.lines .worth').allTextContents())
    assert.match(text, /^(Black|White) (\+\d+\.\d|wins (in|by) \d+)$|^Even$|^Draw$/)
  // The move buttons are on the screen without scrolling.
  const box = await page.getByRole('button', { name: 'Previous move', exact: true }).boundingBox()
  assert.ok(box.y + box.height <= 800, `the buttons end at ${box.y + box.height}`)
  const flipped = () => page.getByRole('grid').getAttribute('data-flipped')
  await page.getByRole('button', { name: 'Export', exact: true }).or(page.locator('summary')).first().focus()
  await page.keyboard.press('f')
  assert.equal(await flipped(), 'true')
  await page.keyboard.press('ArrowLeft')
  await page.waitForURL((url) => !url.search.includes('c3'))
  // Not while typing.
  await page.getByLabel(/Comment on/).fill('of')
  await page.keyboard.press('f')
  assert.equal(await flipped(), 'true')
  await page.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('another move makes a branch; whoever opens the link sees branches and comments', async () => {
  const page = await browser.open(`${server.base}/analyse/reversi?moves=f5,d6,c3`)
  await page.getByRole('button', { name: 'Previous move', exact: true }).click()
  await page.waitForURL((url) => !url.search.includes('c3'))
  await page.getByRole('gridcell', { name: /legal/ }).first().waitFor({ state: 'attached' })
  const cells = await page
    .getByRole('gridcell', { name: /legal/ })
    .evaluateAll((cells) => cells.map((cell) => ({ cell: Number(cell.dataset.cell), name: cell.textContent })))
  const other = cells.find((cell) => !cell.name.startsWith('c3'))
  await byMouse(page, { from: null, to: other.cell })
  await page.locator('.branch').waitFor()
  await page.getByLabel('Comment on this move', { exact: true }).fill('a branch of mine')
  await page.getByTestId('saved').filter({ hasText: 'are kept' }).waitFor()
  const link = page.url()
  assert.match(link, /study=/)
  await page.reload()
  await page.locator('.branch').filter({ hasText: 'a branch of mine' }).waitFor()
  // Another browser, another computer: only the link is the same. The main line is still the main one.
  const elsewhere = await browser.open(link)
  await elsewhere.locator('.branch').filter({ hasText: 'a branch of mine' }).waitFor()
  await elsewhere.locator('.tree > button').filter({ hasText: 'c3' }).waitFor()
  await elsewhere.getByTestId('position').waitFor({ state: 'attached' })
  assert.equal(await elsewhere.getByTestId('position').textContent(), await page.getByTestId('position').textContent())
  // What is thrown away there is gone for everybody.
  await elsewhere.getByRole('button', { name: 'Remove from here', exact: true }).click()
  await elsewhere.locator('.branch').waitFor({ state: 'detached' })
  await elsewhere.getByTestId('saved').filter({ hasText: 'are kept' }).waitFor()
  await page.goto(link)
  await page.getByRole('grid').waitFor()
  assert.equal(await page.getByText('a branch of mine').count(), 0)
  // Another game from the same start has nothing of it.
  await page.goto(`${server.base}/analyse/reversi?moves=f5,d6`)
  await page.getByRole('grid').waitFor()
  assert.equal(await page.locator('.branch').count(), 0)
  await page.context().close()
  await elsewhere.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('a comment on a game that was played here stays with the game', async () => {
  const seats = [{ kind: 'person' }, { kind: 'person' }]
  const { id } = await api(server.base, '/api/games', { game: 'reversi', seats, moves: ['f5', 'd6', 'c3'] })
  await api(server.base, `/api/games/${id}/resign`, {})
  const page = await browser.open(`${server.base}/play/${id}`)
  await page.getByRole('link', { name: 'Analyse this game', exact: true }).first().click()
  await page.getByLabel('Comment on this move', { exact: true }).fill('too early')
  await page.getByTestId('saved').filter({ hasText: 'are kept' }).waitFor()
  const other = await browser.open(`${server.base}/watch?game=${id}`)
  await other.getByRole('link', { name: 'Analyse this game', exact: true }).first().click()
  await other.locator('.comment').filter({ hasText: 'too early' }).waitFor()
  await page.context().close()
  await other.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('a game is written in a format and read back', async () => {
  const page = await browser.open(`${server.base}/analyse/reversi?moves=f5,d6,c3`)
  await page.getByText('Import and export').click()
  await page.getByRole('combobox', { name: 'Format', exact: true }).selectOption('ggf')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByTestId('exported').waitFor()
  const text = await page.getByTestId('exported').inputValue()
  assert.match(text, /\(;GM\[Othello\]/)
  await page.goto(`${server.base}/analyse/reversi`)
  await paste(page, text)
  await page.waitForURL(/moves=f5/i)
  assert.deepEqual(browser.complaints, [])
})
