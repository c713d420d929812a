// Puzzles: solved by mouse, touch and keys, wrong moves refuted, what was learnt remembered.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { browser, server } from './fixture.mjs'
import { api, byKeyboard, byMouse, byTouch } from './harness.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true }

/** A puzzle of a game that fits, with its start and its solution. */
async function puzzle(game, fits = () => true) {
  const lists = await api(server.base, '/api/puzzles')
  const { puzzles } = lists.find((list) => list.game === game)
  for (const { id } of puzzles.filter(fits)) {
    const found = await api(server.base, `/api/puzzles/${game}/${id}`)
    // The first side's, so that no board is turned around.
    if (found.side === 'first') return found
  }
  throw new Error(`no puzzle of ${game} fits`)
}

const stage = (page, name) => page.locator(`[data-stage=${name}]`).waitFor()

/** Plays the whole solution; after every move but the last the answer stands on the board. */
async function solve(page, { game, card, scene, solution }, play) {
  let legal = scene.legal
  for (let at = 0; at < solution.length; at += 2) {
    await play(
      page,
      legal.find(({ text }) => text === solution[at].text),
    )
    if (at + 1 === solution.length) break
    const moves = solution.slice(0, at + 1).map(({ text }) => text)
    const verdict = await api(server.base, `/api/puzzles/${game}/${card.id}/try`, { moves })
    assert.equal(verdict.outcome, 'right')
    legal = verdict.scene.legal
    await page.getByText(`The answer is ${solution[at + 1].label.en};`).waitFor()
  }
  await stage(page, 'solved')
}

async function inspected(page, what) {
  const found = await page.evaluate(`${axe}; axe.run(document, { resultTypes: ['violations'] })`)
  const words = found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120))}`)
  assert.deepEqual(words, [], what)
}

for (const game of ['xiangqi', 'reversi', 'gomoku']) {
  test(`${game}: solved by mouse and by finger, and remembered`, async () => {
    const found = await puzzle(game, ({ moves }) => moves === 2)
    for (const [play, options] of [
      [byMouse, {}],
      [byTouch, PHONE],
    ]) {
      const page = await browser.open(`${server.base}/puzzles/${game}/${found.card.id}`, options)
      await stage(page, 'find')
      const before = Number(await page.locator('[data-test=rating]').innerText())
      await solve(page, found, play)
      await page.locator('[data-test=streak]', { hasText: '1' }).waitFor()
      assert.ok(Number(await page.locator('[data-test=rating]').innerText()) > before)
      await page.getByRole('button', { name: 'Next puzzle', exact: true }).click()
      await stage(page, 'find')
      assert.ok(!page.url().endsWith(found.card.id), 'another one comes')
      await page.reload()
      await page.locator('[data-test=known]', { hasText: '1 /' }).waitFor()
      await page.context().close()
    }
    assert.deepEqual(browser.complaints, [])
  })
}

test('solved with the keyboard alone', async () => {
  const found = await puzzle('reversi', ({ moves }) => moves === 1)
  const page = await browser.open(`${server.base}/puzzles/reversi/${found.card.id}`)
  await stage(page, 'find')
  await solve(page, found, byKeyboard)
  assert.deepEqual(browser.complaints, [])
})

test('a wrong move is refuted on the board; then a hint, the solution, and it comes again', async () => {
  const found = await puzzle('xiangqi', ({ moves }) => moves === 2)
  const page = await browser.open(`${server.base}/puzzles/xiangqi/${found.card.id}`)
  await stage(page, 'find')
  // Not a mate soon, whatever it is.
  const wrong = []
  for (const choice of found.scene.legal) {
    const path = `/api/puzzles/xiangqi/${found.card.id}/try`
    const verdict = await api(server.base, path, { moves: [choice.text] })
    if (verdict.outcome === 'wrong' && verdict.refutation.length) wrong.push({ choice, verdict })
    if (wrong.length) break
  }
  const [{ choice, verdict }] = wrong
  await byMouse(page, choice)
  await stage(page, 'wrong')
  await page.getByText(`${verdict.moves[0].label.en} does not mate by checks.`).waitFor()
  await page.getByText('The answer:').waitFor()
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await stage(page, 'find')
  const hint = page.getByRole('button', { name: 'Hint', exact: true })
  await hint.click()
  await page.getByText(`The piece on ${found.solution[0].text.slice(0, 2)} moves.`).waitFor()
  await hint.click()
  await page.getByRole('button', { name: 'Show solution', exact: true }).click()
  await stage(page, 'shown')
  await page.locator('[data-ply="3"]').click()
  await page.locator('[data-ply="3"][aria-current=true]').waitFor()
  assert.equal(await page.locator('[data-test=streak]').innerText(), '0')
  const memory = await page.evaluate(() => JSON.parse(localStorage.getItem('boyi.puzzles.xiangqi')))
  const { box, due } = memory.known[found.card.id]
  assert.equal(box, 0)
  assert.ok(due - Date.now() < 20 * 60_000, 'it comes again soon')
  assert.deepEqual(browser.complaints, [])
})

test('the front door leads to puzzles, themes choose among them, the daily one is marked', async () => {
  const page = await browser.open(server.base)
  await page.locator('[data-door=puzzles]').click()
  await page.waitForURL(/\/puzzles\/xiangqi\/\w+/)
  await stage(page, 'find')
  await page.getByLabel('Theme').selectOption('sacrifice')
  await page.waitForURL(/\/puzzles\/xiangqi\/\w+/)
  await page.waitForTimeout(300)
  const id = page.url().split('/').at(-1)
  const { card } = await api(server.base, `/api/puzzles/xiangqi/${id}`)
  assert.ok(card.themes.includes('sacrifice'), card.themes.join())
  await page.getByRole('link', { name: 'Puzzles', exact: true }).click()
  const games = page.locator('[data-test=puzzle-games] > li')
  await games.nth(2).waitFor()
  assert.equal(await games.count(), 3)
  await games
    .first()
    .getByRole('link', { name: /Puzzle of the day/ })
    .click()
  await page.locator('.chip').waitFor()
  await page.goto(`${server.base}/puzzles/chess`)
  await page.getByRole('alert').waitFor()
  browser.forgive(/404/)
  assert.deepEqual(browser.complaints, [])
})

test('at both widths and in both languages: nothing cut off, the board first, axe content', async () => {
  const found = await puzzle('gomoku')
  for (const viewport of [{ width: 1280, height: 800 }, PHONE.viewport]) {
    for (const locale of ['en-GB', 'zh-CN']) {
      const page = await browser.open(`${server.base}/puzzles`, { viewport, locale, reducedMotion: 'reduce' })
      await page.locator('[data-test=puzzle-games] [role=grid]').nth(2).waitFor()
      await inspected(page, `${locale} ${viewport.width} list`)
      await page.goto(`${server.base}/puzzles/gomoku/${found.card.id}`)
      await stage(page, 'find')
      const grid = await page.getByRole('grid').boundingBox()
      assert.ok(grid.y + grid.height <= viewport.height, `${viewport.width}: the board ends at ${grid.y + grid.height}`)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(wide <= viewport.width, `${locale} ${viewport.width}: ${wide}`)
      await inspected(page, `${locale} ${viewport.width} puzzle`)
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/puzzle-${locale}-${viewport.width}.png` })
      await page.context().close()
    }
  }
  assert.deepEqual(browser.complaints, [])
})
