// Analysing: a pasted position gets arrows and lines, a game gets its blunders named, a link opens it again.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browser, server } from './fixture.mjs'
import { api, byMouse } from './harness.mjs'

async function paste(page, text) {
  await page.getByText('Position, import and export').click()
  await page.locator('details textarea').first().fill(text)
  await page.getByRole('button', { name: 'Read it', exact: true }).click()
}

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

test('every move of a game is judged, and a blunder is named with what was better', async () => {
  // Red gives a chariot for an advisor on the third move.
  const page = await browser.open(`${server.base}/analyse/xiangqi?moves=i0i1,i9i8,i1d1,h9g7,d1d9,e9d9`)
  await page.getByRole('grid').waitFor()
  await page.getByRole('button', { name: 'Judge every move', exact: true }).click()
  await page
    .getByTestId('slip')
    .filter({ hasText: /better was|threw it away/ })
    .first()
    .waitFor()
  await page.getByTestId('graph').waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('another move makes a branch; whoever opens the link sees branches and comments', async () => {
  const page = await browser.open(`${server.base}/analyse/reversi?moves=f5,d6,c3`)
  await page.getByRole('button', { name: 'One back', exact: true }).click()
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
  await page.getByRole('link', { name: 'Analyse this game', exact: true }).click()
  await page.getByLabel('Comment on this move', { exact: true }).fill('too early')
  await page.getByTestId('saved').filter({ hasText: 'are kept' }).waitFor()
  const other = await browser.open(`${server.base}/watch?game=${id}`)
  await other.getByRole('link', { name: 'Analyse this game', exact: true }).click()
  await other.locator('.comment').filter({ hasText: 'too early' }).waitFor()
  await page.context().close()
  await other.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('a game is written in a format and read back', async () => {
  const page = await browser.open(`${server.base}/analyse/reversi?moves=f5,d6,c3`)
  await page.getByText('Position, import and export').click()
  await page.getByRole('combobox', { name: 'Format', exact: true }).selectOption('ggf')
  await page.getByRole('button', { name: 'Write', exact: true }).click()
  await page.getByTestId('exported').waitFor()
  const text = await page.getByTestId('exported').inputValue()
  assert.match(text, /\(;GM\[Othello\]/)
  await page.goto(`${server.base}/analyse/reversi`)
  await paste(page, text)
  await page.waitForURL(/moves=f5/i)
  assert.deepEqual(browser.complaints, [])
})
