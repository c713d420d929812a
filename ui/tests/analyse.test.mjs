// Analysing: a pasted position gets arrows and lines, a game gets its blunders named, a link opens it again.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { browse, byMouse, serve } from './harness.mjs'

let server, browser
before(async () => {
  server = await serve()
  browser = await browse()
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

async function paste(page, text) {
  await page.getByText('Position, import and export').click()
  await page.locator('details textarea').first().fill(text)
  await page.getByRole('button', { name: 'Read it' }).click()
}

test('a pasted position shows lines, numbered arrows and a bar; the arrows can be switched off', async () => {
  const page = await browser.open(`${server.base}/analyse/xiangqi`)
  await paste(page, '4k4/4a4/4ba3/9/9/9/9/4B4/4A4/3AK3R w - - 0 60')
  await page.getByRole('gridcell', { name: 'i0, Red chariot' }).waitFor({ state: 'attached' })
  await page.locator('.arrow text', { hasText: '1' }).waitFor()
  await page.locator('ol.lines li').nth(1).waitFor()
  await page.getByRole('img', { name: /Evaluation: \S/ }).waitFor()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('checkbox', { name: 'Arrows' }).uncheck()
  await page.locator('.arrow').first().waitFor({ state: 'detached' })
  assert.deepEqual(browser.complaints, [])
})

test('every move of a game is judged, and a blunder is named with what was better', async () => {
  // Red gives a chariot for an advisor on the third move.
  const page = await browser.open(`${server.base}/analyse/xiangqi?moves=i0i1,i9i8,i1d1,h9g7,d1d9,e9d9`)
  await page.getByRole('grid').waitFor()
  await page.getByRole('button', { name: 'Judge every move' }).click()
  await page.getByTestId('slip').filter({ hasText: /better was|threw it away/ }).first().waitFor()
  await page.getByTestId('graph').waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('another move makes a branch; comments and branches survive a reload; the link opens the position', async () => {
  const page = await browser.open(`${server.base}/analyse/reversi?moves=f5,d6,c3`)
  await page.getByRole('button', { name: 'One back' }).click()
  await page.waitForURL((url) => !url.search.includes('c3'))
  await page.getByRole('gridcell', { name: /legal/ }).first().waitFor({ state: 'attached' })
  const cells = await page.getByRole('gridcell', { name: /legal/ }).evaluateAll((cells) => cells.map((cell) => ({ cell: Number(cell.dataset.cell), name: cell.textContent })))
  const other = cells.find((cell) => !cell.name.startsWith('c3'))
  await byMouse(page, { from: null, to: other.cell })
  await page.locator('.branch').waitFor()
  await page.getByLabel('Comment on this move').fill('a branch of mine')
  const link = page.url()
  await page.reload()
  await page.locator('.branch').waitFor()
  await page.getByText('a branch of mine').first().waitFor()
  const elsewhere = await browser.open(link)
  await elsewhere.getByRole('grid').waitFor()
  await elsewhere.getByTestId('position').waitFor({ state: 'attached' })
  assert.equal(await elsewhere.getByTestId('position').textContent(), await page.getByTestId('position').textContent())
  assert.deepEqual(browser.complaints, [])
})

test('a game is written in a format and read back', async () => {
  const page = await browser.open(`${server.base}/analyse/reversi?moves=f5,d6,c3`)
  await page.getByText('Position, import and export').click()
  await page.getByRole('combobox', { name: 'Format' }).selectOption('ggf')
  await page.getByRole('button', { name: 'Write' }).click()
  await page.getByTestId('exported').waitFor()
  const text = await page.getByTestId('exported').inputValue()
  assert.match(text, /\(;GM\[Othello\]/)
  await page.goto(`${server.base}/analyse/reversi`)
  await paste(page, text)
  await page.waitForURL(/moves=f5/i)
  assert.deepEqual(browser.complaints, [])
})
