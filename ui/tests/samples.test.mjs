// Search by sampling made visible: the tree at any moment, its formula, chance as such, and alpha-beta beside it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browser, server } from './fixture.mjs'

const by = (name) => `[data-test=${name}]`

async function sampled(page) {
  await page
    .locator(`${by('samples')}[aria-busy=false] ${by('bar')}`)
    .first()
    .waitFor()
}

test('a sampling tree grows game by game, and a node shows its formula with numbers', async () => {
  const page = await browser.open(`${server.base}/tree`)
  await page.locator(by('open-samples')).click()
  await sampled(page)
  const samples = page.locator(by('samples'))
  await samples.locator(by('samples-playouts')).fill('300')
  await samples.locator(by('samples-playouts')).press('Tab')
  await samples.locator(by('step')).filter({ hasText: '300/300' }).waitFor()
  const first = samples.locator(by('bar')).nth(1)
  await first.click()
  const text = await samples.locator(by('formula')).textContent()
  const [, q, c, all, n, value] = /= ([\d.]+) \+ ([\d.]+)·√\(ln (\d+) \/ (\d+)\) = ([\d.]+)/.exec(text).map(Number)
  assert.ok(all === 300 && n < all, text)
  assert.ok(Math.abs(q + c * Math.sqrt(Math.log(all) / n) - value) < 0.005, text)
  const node = await samples.locator(by('samples-node')).textContent()
  assert.ok(node.includes(`${n} visits`), node)
  // Back one game: one visit less at the root, and the way of that game is marked.
  await samples.locator(by('back')).click()
  await samples.locator(by('step')).filter({ hasText: '299/300' }).waitFor()
  assert.ok((await samples.locator('.bar.path').count()) >= 2)
  const rows = samples.locator(`${by('side-by-side')} tbody tr`)
  assert.deepEqual(await rows.locator('th').allTextContents(), ['alpha-beta', 'uct'])
  assert.deepEqual(browser.complaints, [])
})

test('every search by sampling draws its tree, and a game with chance draws chance', async () => {
  const page = await browser.open(`${server.base}/tree?samples`)
  await sampled(page)
  const samples = page.locator(by('samples'))
  for (const search of ['monte-carlo', 'rave', 'puct', 'mcts-solver']) {
    await samples.locator(by('samples-search')).selectOption(search)
    await samples
      .locator(`${by('side-by-side')} tbody tr`)
      .nth(1)
      .getByText(search)
      .waitFor()
    await sampled(page)
  }
  await samples.locator(by('samples-game')).selectOption('garlic')
  await samples.locator(by('chance-bar')).first().waitFor()
  await samples.locator(by('chance-bar')).first().click()
  await samples.locator(by('samples-node')).getByText('Chance moves here').waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
  assert.deepEqual(browser.complaints, [])
})

test('the sampling tree fits a phone', async () => {
  const page = await browser.open(`${server.base}/tree?samples`, { viewport: { width: 375, height: 800 } })
  await sampled(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(wide <= 375, `${wide} px`)
  assert.deepEqual(browser.complaints, [])
})
