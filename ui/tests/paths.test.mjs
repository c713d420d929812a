// Ways: a maze is made, changed and solved; supplies and road pictures too.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { browse, serve } from './harness.mjs'

let server, browser
before(async () => {
  server = await serve()
  browser = await browse()
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

test('a pasted maze is solved, and walling its only way leaves none', async () => {
  const page = await browser.open(`${server.base}/paths`)
  await page.getByTestId('answer').waitFor()
  await page.getByText('Paste a maze').click()
  await page.locator('details textarea').fill('11111\n00000\n11111')
  await page.getByRole('button', { name: 'Read it' }).click()
  await page.getByTestId('answer').filter({ hasText: '4 steps' }).waitFor()
  const canvas = page.locator('canvas')
  const box = await canvas.boundingBox()
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await page.getByRole('button', { name: 'Find the way' }).click()
  await page.getByTestId('answer').filter({ hasText: 'There is no way' }).waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('a maze with supplies and a road picture show their answers', async () => {
  const page = await browser.open(`${server.base}/paths`)
  await page.locator('input[value=supply]').check({ force: true })
  await page.getByTestId('answer').filter({ hasText: /days|no way/ }).waitFor()
  await page.locator('input[value=roads]').check({ force: true })
  await page.locator('polyline.best').waitFor({ state: 'attached' })
  assert.ok((await page.locator('.roads li').count()) >= 2)
  assert.deepEqual(browser.complaints, [])
})
