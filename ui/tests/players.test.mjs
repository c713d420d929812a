// Players of matches: chosen from a list with their strengths, or written in the page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browser, server } from './fixture.mjs'
import { api, serve, until } from './harness.mjs'

test('a player is chosen from the list, explained and rated, or typed', async () => {
  const levels = (await api(server.base, '/api/catalogue')).find(({ name }) => name === 'reversi').levels
  const { rating } = levels.find(({ name }) => name === 'casual')
  assert.ok(rating.rating > 800 && rating.error > 0)
  const page = await browser.open(`${server.base}/watch`)
  await page.getByLabel('Choose player 1', { exact: true }).selectOption('casual')
  const typed = page.getByLabel('Player 1', { exact: true })
  assert.equal(await typed.inputValue(), 'casual')
  await page.getByText(`${rating.rating} ±${rating.error} on the ladder`).waitFor()
  await typed.fill('beginner')
  await page.getByLabel('Player 2', { exact: true }).fill('random')
  await page.getByLabel('Games per pairing', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.waitForURL(/contest=/)
  const id = decodeURIComponent(page.url().split('contest=')[1])
  const { rows } = await api(server.base, `/api/contests/${encodeURIComponent(id)}`)
  assert.deepEqual(rows.map(({ player }) => player).sort(), ['beginner', 'random'])
  await page.goto(`${server.base}/new/reversi`)
  await page.getByText('Full strength', { exact: false }).first().click()
  await page.locator('[data-test=rating]').waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('a bot is written in the page and plays a level with one click', async (context) => {
  const open = await serve('--allow-bots')
  context.after(() => open.stop())
  const page = await browser.open(`${open.base}/watch`)
  await page.getByText('Write a bot here').click()
  const source = page.getByLabel('Source of the bot')
  await until(async () => (await source.inputValue()).includes('import'))
  // Tab indents, a new line keeps the indent, Escape and Tab leave.
  await source.press('Control+End')
  await source.press('Enter')
  await page.keyboard.type('if True:')
  await source.press('Enter')
  await page.keyboard.type('pass')
  assert.match(await source.inputValue(), /if True:\n {4}pass$/)
  await source.press('Escape')
  await page.keyboard.press('Tab')
  assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'TEXTAREA')
  await page.getByRole('button', { name: 'Save and play', exact: true }).click()
  await page.waitForURL(/contest=/)
  const id = page.url().split('contest=')[1]
  await until(async () => (await api(open.base, `/api/contests/${id}`)).summary.done)
  const games = await api(open.base, `/api/contests/${id}/games`)
  assert.equal(games.length, 2)
  // On a busy machine a clock of a tenth of a second may run out; nothing else goes wrong.
  for (const { cause, reason } of games) assert.ok(cause === 'rules' || /out of time/.test(reason.en), reason.en)
  await page.goto(`${open.base}/watch`)
  await page.getByTestId('bot-my-bot').getByText('plays well', { exact: true }).waitFor()
  await page.context().close()
  assert.deepEqual(browser.complaints, [])
})
