// Ways: a maze is made, changed and solved; supplies and road pictures too.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browser, server } from './fixture.mjs'
import { PROGRAM } from './harness.mjs'

test('a pasted maze is solved, and walling its only way leaves none', async () => {
  const page = await browser.open(`${server.base}/paths`)
  await page.getByTestId('answer').waitFor()
  await page.getByText('Paste a maze').click()
  await page.locator('details textarea').fill('11111\n00000\n11111')
  await page.getByRole('button', { name: 'Read it', exact: true }).click()
  await page.getByTestId('answer').filter({ hasText: '4 steps' }).waitFor()
  const canvas = page.locator('canvas')
  const box = await canvas.boundingBox()
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await page.getByRole('button', { name: 'Find the way', exact: true }).click()
  await page.getByTestId('answer').filter({ hasText: 'There is no way' }).waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('a maze with supplies and a road picture show their answers', async () => {
  const page = await browser.open(`${server.base}/paths`)
  await page.locator('input[value=supply]').check({ force: true })
  await page
    .getByTestId('answer')
    .filter({ hasText: /days|no way/ })
    .waitFor()
  await page.locator('input[value=roads]').check({ force: true })
  await page.locator('polyline.best').waitFor({ state: 'attached' })
  assert.ok((await page.locator('.roads li').count()) >= 2)
  assert.deepEqual(browser.complaints, [])
})

test('a maze, a supply maze and a road picture are brought as files, and stay', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'boyi-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const picture = join(folder, 'map.png')
  execFileSync(PROGRAM, ['roads', 'new', '--size', '30x40', '--seed', '5', '--out', picture])
  const page = await browser.open(`${server.base}/paths`)
  await page.getByTestId('answer').waitFor()
  // From here on the page makes nothing of its own in place of what was brought.
  const made = []
  page.on('request', (request) => /ways\/(make|country)/.test(request.url()) && made.push(request.url()))
  const bring = (name, buffer) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: name.endsWith('png') ? 'image/png' : 'text/plain', buffer: Buffer.from(buffer) })
  await bring('maze.txt', '1111111\n0000000\n1111111\n')
  await page.getByTestId('answer').filter({ hasText: '6 steps' }).waitFor()
  // A search that mazes with supplies do not have.
  const search = page.locator('label', { hasText: /^Search/ }).locator('select')
  await search.selectOption('fringe')
  await page.getByText(/^fringe ·/).waitFor()
  await bring('supply.txt', '3 5 9\n1 1 1 1 1\n3 0 2 0 4\n1 1 1 1 1\n')
  await page.getByTestId('answer').filter({ hasText: '4 days' }).waitFor()
  assert.equal(await search.inputValue(), 'auto')
  await bring('map.png', readFileSync(picture))
  await page.locator('polyline.best').waitFor({ state: 'attached' })
  await bring('maze.txt', '11111\n00000\n11111\n')
  await page.getByTestId('answer').filter({ hasText: '4 steps' }).waitFor()
  assert.deepEqual(made, [])
  await page.context().close()
  assert.deepEqual(browser.complaints, [])
})
