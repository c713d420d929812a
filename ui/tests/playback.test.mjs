// Search made visible: a cut with its reason, an experiment with its table.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { browser, server } from './fixture.mjs'
import { PROGRAM } from './harness.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const by = (name) => `[data-test=${name}]`

test('a tree is opened, a cut found, and its reason read', async () => {
  const page = await browser.open(`${server.base}/tree`)
  await page.locator(by('comparison')).getByText('without pruning (minimax)').waitFor()
  await page.locator(by('next-cut')).click()
  const why = await page.locator(by('why')).textContent()
  const [, beta, alpha] = /beta (\S+) <= alpha (\S+): the opponent already has/.exec(why)
  const value = (text) => Number(text.replace('−', '-').replace(',', ''))
  assert.ok(value(beta) <= value(alpha), why)
  assert.ok((await page.locator(by('stub')).count()) > 0, 'what was cut is shown as a stub')
  await page.locator(by('tree')).or(page.getByRole('tree')).first().focus()
  await page.keyboard.press('Home')
  await page.locator(by('selected')).filter({ hasText: 'root' }).waitFor()
  const [step, all] = (await page.locator(by('step')).textContent())
    .split(' ')[0]
    .replaceAll(',', '')
    .split('/')
    .map(Number)
  assert.equal(step, all)
  await page.locator(by('back')).click()
  await page
    .locator(by('step'))
    .filter({ hasText: new RegExp(`^${(all - 1).toLocaleString('en')}/`) })
    .waitFor()
  const agree = await page.locator(by('agree')).textContent()
  const [traced, cuts, nodes, own] = agree.match(/\d[\d,]*/g)
  assert.deepEqual([traced, cuts], [nodes, own])
  assert.deepEqual(browser.complaints, [])
})

test('in every game a tree opens and closes, shows boards, runs both ways, and counts what a technique saves', async () => {
  const page = await browser.open(`${server.base}/tree`)
  await page.locator(by('comparison')).getByText('without pruning (minimax)').waitFor()
  const games = await page
    .locator(`${by('game')} option`)
    .evaluateAll((options) => options.map((option) => option.value))
  assert.deepEqual(games.sort(), ['gomoku', 'reversi', 'xiangqi'])
  await page.locator(by('others')).filter({ hasText: 'both sides move at once' }).waitFor()
  for (const game of games) {
    await page.locator(by('game')).selectOption(game)
    await page.locator(by('search')).selectOption('pvs')
    await page.locator(by('depth')).fill('2')
    await page.locator(by('depth')).blur()
    await page.locator(by('stop')).waitFor({ state: 'detached' })
    await page.locator(by('comparison')).getByText('without killers').waitFor()
    // A cut says why, and shows what was spared as a stub.
    await page.locator(by('next-cut')).click()
    await page
      .locator(by('why'))
      .filter({ hasText: /beta \S+ <= alpha \S+: / })
      .waitFor()
    const stub = await page.getByRole('tree').evaluate(async (tree) => {
      for (let last = -1; tree.scrollTop !== last; tree.scrollTop += 200) {
        const stub = tree.querySelector('[data-test=stub]')
        if (stub) return stub.textContent
        last = tree.scrollTop
        await new Promise(requestAnimationFrame)
      }
    })
    assert.match(stub ?? '', /\d+ not searched/, `${game}: a stub`)
    // Pointing at a row shows its board. From the top, lest the rows run on under the mouse.
    await page.getByRole('tree').evaluate(async (tree) => {
      tree.scrollTop = 0
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    })
    const row = page.locator(by('node')).nth(1)
    await row.hover()
    const move = await row.locator('.move').textContent()
    await page.locator(by('board-of')).filter({ hasText: move }).waitFor()
    assert.equal(await page.locator(by('board')).getByRole('grid').count(), 1, game)
    // Closing a row hides what lies below it, opening shows it again.
    const open = await page.locator(by('node')).count()
    const root = page.locator(by('node')).first()
    await page.getByRole('tree').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    await page.waitForFunction((open) => document.querySelectorAll('[data-test=node]').length < open, open)
    assert.equal(await root.getAttribute('aria-expanded'), 'false')
    await page.keyboard.press('ArrowRight')
    await page
      .locator(`${by('node')}[aria-expanded=true]`)
      .first()
      .waitFor()
    // Time runs both ways: at the start the root alone has been entered.
    await page.locator(by('begin')).click()
    await page.locator(by('on')).click()
    await page.locator(by('step')).filter({ hasText: /^1\// }).waitFor()
    assert.equal(await page.locator(by('node')).count(), 1, `${game}: the root`)
    await page.locator(by('on')).click()
    await page.locator(by('node')).nth(1).waitFor()
    await page.locator(by('back')).click()
    await page.locator(by('step')).filter({ hasText: /^1\// }).waitFor()
    await page.locator(by('end')).click()
    await page.locator(by('open-best')).click()
    await page
      .locator(`${by('graph')} circle`)
      .nth(1)
      .waitFor({ state: 'attached' })
    // A technique switched off is counted, and the row of the table says the same.
    await page.locator(by('switch-promise')).uncheck()
    await page.locator(by('stop')).waitFor({ state: 'detached' })
    await page.locator(by('comparison')).getByText('without static ordering').waitFor()
    const table = await page
      .locator(`${by('comparison')} tbody tr`)
      .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)))
    assert.deepEqual(table[0].slice(1), table.find(([name]) => name === 'without static ordering').slice(1), game)
    await page.locator(by('switch-promise')).check()
    await page.locator(by('stop')).waitFor({ state: 'detached' })
  }
  assert.deepEqual(browser.complaints, [])
})

test('a search too large to draw says what share of it is drawn, and shows the rest on demand', async () => {
  const page = await browser.open(`${server.base}/tree`)
  await page.locator(by('span')).waitFor()
  await page.locator(by('game')).selectOption('xiangqi')
  await page.locator(by('search')).selectOption('minimax')
  await page
    .locator(by('span'))
    .filter({ hasText: /[\d,]+ of [\d,]+ positions are drawn \([\d.]+ %\): everything down to ply \d/ })
    .waitFor()
  const said = await page.locator(by('span')).textContent()
  const [, kept, total, share] = /([\d,]+) of ([\d,]+) positions are drawn \(([\d.]+) %\)/.exec(said)
  const number = (text) => Number(text.replaceAll(',', ''))
  assert.ok(Math.abs((100 * number(kept)) / number(total) - Number(share)) < 0.06, said)
  await page.locator(by('node')).nth(1).click()
  await page.locator(by('below')).click()
  await page
    .locator(by('span'))
    .filter({ hasText: /All|drawn/ })
    .waitFor()
  await page.getByRole('button', { name: 'the whole tree' }).waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('every experiment fills its table with the numbers of boyi lab', async () => {
  const page = await browser.open(`${server.base}/lab`)
  const experiments = [
    ['pruning', { depths: '2,4' }, 14, 2],
    ['ordering', { depths: '2,3', positions: '1' }, 12, 1],
    ['estimates', { sizes: '15,21', mazes: '2' }, 16, 2],
    ['evaluation', { game: 'reversi', depths: '1,2', games: '2' }, undefined, 0],
    ['depth', { game: 'reversi', depths: '1,2', games: '4' }, 2, 1],
    ['weights', { sizes: '31', mazes: '3', weights: '1,2,5' }, 3, 2],
    ['sampling', { limits: 'playouts=20', board: '4', games: '2' }, 6, 1],
    ['sampling', { question: 'leaves', limits: 'playouts=20', board: '4', games: '2' }, 4, 1],
    ['sampling', { question: 'time', limits: 'nodes=60', board: '4', games: '2' }, 3, 1],
    ['ladder', { limits: 'nodes=30,nodes=60,nodes=120', board: '4', games: '2' }, 15, 0],
    ['ladder', { game: 'garlic', limits: 'nodes=20', games: '2' }, 3, 0],
  ]
  for (const [name, settings, count, plots] of experiments) {
    await page.locator(by(`experiment-${name}`)).check({ force: true })
    for (const [key, value] of Object.entries(settings)) {
      if (key === 'game' || key === 'question') await page.locator(by(key)).selectOption(value)
      else await page.locator(by(key)).fill(value)
    }
    await page.locator(by('run')).click()
    await page.locator(by('csv')).waitFor()
    const download = page.waitForEvent('download')
    await page.locator(by('json')).click()
    const shown = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
    const command = (await page.locator(by('command')).textContent()).split(' ').slice(1)
    const lines = execFileSync(PROGRAM, [...command, '--json'], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    // Times are those of two runs; everything else is the same to the last digit.
    const timeless = ({ seconds, nodes_per_second, ...rest }) => rest
    assert.deepEqual(shown.map(timeless), lines.map(timeless), name)
    assert.equal(await page.locator(`${by('results')} tbody tr`).count(), lines.length)
    if (count !== undefined) assert.equal(lines.length, count, name)
    assert.equal(await page.locator(by('plot')).locator('canvas').count(), plots, name)
    // A ladder has a rung with its error bar for each row.
    const rungs = page.locator(`section:has(${by('results')}) ${by('rung')}`)
    assert.equal(await rungs.count(), name === 'ladder' ? lines.length : 0)
  }
  assert.deepEqual(browser.complaints, [])
})

test('both pages are accessible, fit a phone, speak Chinese and load little', async () => {
  for (const [path, ready] of [
    ['/tree', by('comparison')],
    ['/lab', by('run')],
  ]) {
    for (const options of [
      { colorScheme: 'light' },
      { colorScheme: 'dark', locale: 'zh-CN', viewport: { width: 375, height: 720 } },
    ]) {
      const page = await browser.open(server.base + path, { reducedMotion: 'reduce', ...options })
      await page.locator(ready).waitFor()
      if (options.locale) {
        assert.match(await page.locator('h1').textContent(), /[\u4e00-\u9fff]/)
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        assert.ok(width <= 375, `${path} is ${width} wide`)
      }
      const found = await page.evaluate(`${axe}; axe.run(document, { resultTypes: ['violations'] })`)
      const serious = found.violations.filter((violation) => ['serious', 'critical'].includes(violation.impact))
      assert.deepEqual(
        serious.map(
          (violation) => `${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 140)).join(' | ')}`,
        ),
        [],
        path,
      )
      await page.context().close()
    }
  }
  assert.deepEqual(browser.complaints, [])
})
