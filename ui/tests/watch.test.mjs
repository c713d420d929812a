// Watching: a tournament begun from the page moves, its games can be replayed, a restart goes on with it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browser, server } from './fixture.mjs'
import { api, serve, until } from './harness.mjs'

const played = async (page) => Number((await page.getByTestId('progress').textContent()).match(/^(\d+) of/)[1])

test('a tournament begun from the page is watched as it moves', async () => {
  const page = await browser.open(`${server.base}/watch`)
  await page.locator('input[name=game][value=reversi]').check({ force: true })
  await page.locator('input[name=kind][value=tournament]').check({ force: true })
  await page.locator('form').getByLabel('Name', { exact: true }).fill('spring')
  await page.getByLabel('Games per pairing', { exact: true }).fill('50000')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.waitForURL('**/watch?contest=spring')
  await page.getByRole('heading', { name: 'Standings' }).waitFor()
  // Boards move: the number of moves beneath one of them changes.
  await page.locator('a.mini').first().waitFor()
  const first = await played(page)
  await page.waitForFunction(
    (first) => Number(document.querySelector('[data-testid=progress]').textContent.match(/^(\d+)/)[1]) > first + 2,
    first,
  )
  await page.getByRole('heading', { name: 'Cross table' }).waitFor()
  await page.getByRole('heading', { name: 'Ratings over the games' }).waitFor()
  await page.locator('.plot canvas').first().waitFor()
  // So many games that none of this could come too late; the rest is not needed.
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByTestId('progress').filter({ hasText: 'paused' }).waitFor()
  // A finished game is replayed move by move.
  await page.locator('.games a').first().click()
  await page.waitForURL('**/watch?game=*')
  await page.getByRole('button', { name: 'First move', exact: true }).click()
  await page
    .getByTestId('ply')
    .filter({ hasText: /^Move 0 of/ })
    .waitFor()
  await page.getByRole('button', { name: 'Next move', exact: true }).click()
  await page
    .getByTestId('ply')
    .filter({ hasText: /^Move 1 of/ })
    .waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('a restart in the middle of a tournament goes on with it and counts every game once', async () => {
  // Slow enough that the restart comes in the middle.
  const players = ['pvs:depth=8', 'pvs:depth=7', 'pvs:depth=6'].map((player) => ({ player }))
  await api(server.base, '/api/contests', { kind: 'tournament', name: 'summer', game: 'reversi', games: 20, players })
  const page = await browser.open(`${server.base}/watch?contest=summer`)
  await page.waitForFunction(
    () => Number(document.querySelector('[data-testid=progress]')?.textContent.match(/^(\d+)/)?.[1]) >= 3,
  )
  await server.restart()
  const before = await api(server.base, '/api/contests/summer')
  assert.ok(before.played >= 3 && before.summary.running, JSON.stringify(before.summary))
  // The page follows by itself to the end.
  await page.getByTestId('progress').filter({ hasText: '60 of 60' }).waitFor({ timeout: 120_000 })
  await page.getByTestId('progress').filter({ hasText: 'finished' }).waitFor()
  const view = await api(server.base, '/api/contests/summer')
  assert.equal(view.played, 60)
  assert.equal(
    view.rows.reduce((sum, row) => sum + row.won + row.drawn + row.lost, 0),
    120,
  )
  browser.forgive(/ERR_CONNECTION|ERR_EMPTY_RESPONSE|WebSocket/)
  assert.deepEqual(browser.complaints, [])
})

test('a game played here is watched as it goes on, listed, replayed with its clocks, and exported', async () => {
  const seats = [{ kind: 'person' }, { kind: 'person' }]
  const { id } = await api(server.base, '/api/games', { game: 'reversi', seats, clock: { seconds: 300, increment: 0 } })
  const page = await browser.open(`${server.base}/watch`)
  const entry = page.getByTestId('played').getByRole('link').first()
  await entry.filter({ hasText: 'Othello' }).click()
  await page.waitForURL(`**/watch?game=${id}`)
  await page.getByTestId('ply').filter({ hasText: 'Move 0 of 0' }).waitFor()
  for (const [index, text] of ['f5', 'd6', 'c3'].entries()) {
    await api(server.base, `/api/games/${id}/moves`, { text })
    await page
      .getByTestId('ply')
      .filter({ hasText: `Move ${index + 1} of ${index + 1}` })
      .waitFor()
  }
  assert.match(await page.getByRole('timer').first().textContent(), /^[45]:\d\d$/)
  await api(server.base, `/api/games/${id}/take-back`, {})
  await page.getByTestId('ply').filter({ hasText: 'Move 2 of 2' }).waitFor()
  await page.getByRole('button', { name: 'Previous move', exact: true }).click()
  await page.getByTestId('ply').filter({ hasText: 'Move 1 of 2' }).waitFor()
  await api(server.base, `/api/games/${id}/resign`, {})
  await page.getByText('Black resigned').first().waitFor()
  await page.getByRole('combobox', { name: 'Format', exact: true }).selectOption('record')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const text = await page.getByRole('textbox', { name: 'Export', exact: true }).inputValue()
  const events = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    events.map(({ event }) => event),
    ['game', 'move', 'move', 'end'],
  )
  await page.getByRole('link', { name: 'Open where it was played', exact: true }).click()
  await page.waitForURL(`**/play/${id}`)
  await page.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('a stranger cannot run a program by its path, and uploads are off unless allowed', async () => {
  const send = (path, body, type = 'application/json') =>
    fetch(server.base + path, { method: 'POST', headers: { 'content-type': type }, body })
  const players = [{ player: 'uci:/bin/sh' }, { player: 'random' }]
  const run = await send('/api/contests', JSON.stringify({ kind: 'match', game: 'reversi', games: 2, players }))
  assert.equal(run.status, 422)
  const upload = await send('/api/bots?name=x&file=x.py', 'print(1)', 'application/octet-stream')
  assert.equal(upload.status, 403)
})

test('a bot is brought, checked at once, replaced, plays, and can be removed', async (context) => {
  const open = await serve('--allow-bots')
  context.after(() => open.stop())
  const page = await browser.open(`${open.base}/watch`)
  page.on('dialog', (dialog) => dialog.accept())
  const file = (text) => ({ name: 'echo.py', mimeType: 'text/x-python', buffer: Buffer.from(text) })
  await page.getByLabel('Name of the bot', { exact: true }).fill('echo')
  const silent = 'import sys\nprint("nothing to say", file=sys.stderr)\n'
  await page.getByLabel('Upload a bot', { exact: true }).setInputFiles(file(silent))
  const bot = page.getByTestId('bot-echo')
  await bot.getByText('something is wrong', { exact: true }).waitFor()
  await bot.getByText('exited in the middle of the game').first().waitFor()
  await bot.getByText('it must go on reading lines').waitFor()
  const plays = [
    'import json, sys',
    'for line in sys.stdin:',
    '    said = json.loads(line)',
    '    if said["type"] == "hello": print(json.dumps({"type": "ready", "version": 1}), flush=True)',
    '    elif said["type"] == "turn": print(json.dumps({"id": said["id"], "move": said["legal"][0]}), flush=True)',
    '    else: break',
  ]
  await page.getByLabel('New version echo', { exact: true }).setInputFiles(file(plays.join('\n')))
  await bot.getByText('Version 2').waitFor()
  await bot.getByText('plays well', { exact: true }).waitFor()
  await bot.getByText('a whole game as the second player').waitFor()
  // Contests name the version, so that an older one can be compared with it.
  const { uploaded } = await api(open.base, '/api/bots')
  const [{ player, mine, versions }] = uploaded
  assert.equal(mine, false, 'another browser is not its owner')
  assert.equal(versions[0].report.log, null, 'and does not read its log')
  const players = [{ player }, { player: `${player}@1` }]
  const { summary } = await api(open.base, '/api/contests', { kind: 'match', game: 'reversi', games: 2, players })
  const view = await until(async () => {
    const view = await api(open.base, `/api/contests/${summary.id}`)
    return view.summary.done && view
  })
  const faults = (name) => view.rows.find((row) => row.name === name).faults
  assert.deepEqual([faults(`${player}@1`), faults(`${player}@2`)], [2, 0])
  await bot.getByText('Version 1').click()
  await page.getByRole('button', { name: `Log ${player}@1`, exact: true }).click()
  await page.locator('.entry').first().waitFor()
  const stranger = await fetch(`${open.base}/api/bots/echo`, { method: 'DELETE' })
  assert.equal(stranger.status, 404)
  await page.getByRole('button', { name: `Remove ${player}@1`, exact: true }).click()
  await bot.getByText('Version 1').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remove echo', exact: true }).click()
  await bot.waitFor({ state: 'detached' })
  await page.context().close()
  assert.deepEqual(browser.complaints, [])
})
