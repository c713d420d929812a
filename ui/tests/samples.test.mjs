// Search by sampling made visible: the tree at any moment, its formula, chance as such, and alpha-beta beside it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { browser, server } from './fixture.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
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
  assert.deepEqual(browser.complaints, [])
})

test('every search by sampling draws its tree, and a game with chance draws chance', async () => {
  const page = await browser.open(`${server.base}/tree?samples`)
  await sampled(page)
  const samples = page.locator(by('samples'))
  for (const search of ['monte-carlo', 'rave', 'puct', 'mcts-solver']) {
    const reply = page.waitForResponse((reply) => reply.url().endsWith('/api/trees/samples') && reply.ok())
    await samples.locator(by('samples-search')).selectOption(search)
    assert.equal((await reply).request().postDataJSON().search, search)
    await sampled(page)
  }
  await samples.locator(by('samples-game')).selectOption('garlic')
  for (const search of ['uct', 'monte-carlo', 'rave', 'puct', 'regret-matching']) {
    await samples.locator(by('samples-search')).selectOption(search)
    await sampled(page)
    // Both chose, chance is to move: of the own choice there is a formula.
    await samples.locator(by('chance-bar')).first().click()
    await samples.locator(by('samples-node')).getByText('Chance moves here').waitFor()
    await samples.locator(by('formula')).filter({ hasText: / = / }).waitFor()
  }
  assert.equal(await page.getByRole('alert').count(), 0)
  assert.deepEqual(browser.complaints, [])
})

test('proofs draw their trees, and expectiminimax shows the mean over chance', async () => {
  const page = await browser.open(`${server.base}/tree?samples`)
  await sampled(page)
  const samples = page.locator(by('samples'))
  for (const search of ['pn', 'dfpn']) {
    await samples.locator(by('samples-search')).selectOption(search)
    await sampled(page)
    assert.equal(await samples.locator(by('samples-c')).count(), 0, 'nothing is explored by a constant')
    assert.ok((await samples.locator(by('bar')).count()) > 1)
  }
  await samples.locator(by('samples-game')).selectOption('garlic')
  await samples.locator(by('samples-search')).selectOption('expectiminimax')
  await sampled(page)
  await samples.locator(by('chance-bar')).first().click()
  await samples.locator(by('samples-node')).getByText('Chance moves here').waitFor()
  await samples
    .locator(by('backed-up'))
    .filter({ hasText: /^Σ p·v = / })
    .waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
  assert.deepEqual(browser.complaints, [])
})

test('alpha-beta and UCT stand side by side, each with the same time', async () => {
  const page = await browser.open(`${server.base}/tree`)
  await page.locator(by('open-beside')).click()
  const beside = page.locator(`${by('beside')}[aria-busy=false]`)
  await beside
    .locator(`${by('beside-right')} ${by('bar')}`)
    .first()
    .waitFor()
  const names = () => beside.locator('h3').allTextContents()
  assert.deepEqual(await names(), ['alpha-beta', 'uct'])
  for (const [search, sampled, time] of [
    ['pvs', 'puct', '20'],
    ['minimax', 'mcts-solver', '200'],
  ]) {
    await page.locator(by('beside-classic')).selectOption(search)
    await page.locator(by('beside-sampled')).selectOption(sampled)
    await page.locator(by('beside-time')).selectOption(time)
    await beside.locator(by('beside-left')).getByText(search, { exact: true }).waitFor()
    await beside.locator(by('beside-right')).getByText(sampled, { exact: true }).waitFor()
    await page.waitForFunction(
      (least) =>
        [...document.querySelectorAll('[data-test=beside-seconds]')].every((it) => Number(it.textContent) >= least),
      (0.5 * Number(time)) / 1000,
    )
    assert.ok(Number((await page.locator(by('beside-playouts')).textContent()).replaceAll(',', '')) > 0)
    assert.equal(await beside.locator(`${by('beside-left')} canvas`).count(), 1)
  }
  assert.equal(await page.getByRole('alert').count(), 0)
  assert.deepEqual(browser.complaints, [])
})

test('the sampling tree and the comparison fit a phone and are accessible', async () => {
  const page = await browser.open(`${server.base}/tree?samples&beside`, { viewport: { width: 375, height: 800 } })
  await sampled(page)
  await page
    .locator(`${by('beside')}[aria-busy=false] ${by('bar')}`)
    .first()
    .waitFor()
  const found = await page.evaluate(`${axe}; axe.run(document, { resultTypes: ['violations'] })`)
  const serious = found.violations.filter((violation) => ['serious', 'critical'].includes(violation.impact))
  assert.deepEqual(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 140)).join(' | ')}`),
    [],
  )
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(wide <= 375, `${wide} px`)
  assert.deepEqual(browser.complaints, [])
})
