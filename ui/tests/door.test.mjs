// The front door, the rules, and what makes a game pleasant: premoves, keys, the moment at the end.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browser, server } from './fixture.mjs'
import { api, byMouse, game, myTurn, until } from './harness.mjs'

const WIDTHS = [
  { width: 1280, height: 800 },
  { width: 375, height: 740 },
]

test('every picture of the front door is one click from something that moves', async () => {
  for (const viewport of WIDTHS) {
    for (const locale of ['en-GB', 'zh-CN']) {
      const page = await browser.open(server.base, { viewport, locale })
      const doors = page.locator('[data-door]')
      await doors.first().waitFor()
      const names = await doors.evaluateAll((found) => found.map((door) => door.dataset.door))
      assert.ok(names.length >= 7, names.join())
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(wide <= viewport.width, `nothing is cut off at ${viewport.width}: ${wide}`)
      await page.context().close()
    }
  }
  const page = await browser.open(server.base)
  await page.locator('[data-door=play]').click()
  await page.waitForURL('**/play/*')
  // The computer begins by itself.
  await page.locator('[data-ply="1"]').waitFor()
  await page.goto(server.base)
  await page.locator('[data-door=watch]').click()
  await page.waitForURL('**/play/*')
  await page.locator('[data-ply="3"]').waitFor()
  // This server takes no bots: one is written all the same, and taken along.
  await page.goto(server.base)
  await page.locator('[data-door=bot]').click()
  const editor = page.locator('[data-test=bot-editor]')
  await editor.locator('textarea').waitFor()
  await until(async () => (await editor.locator('textarea').inputValue()).includes('def '))
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    editor.getByRole('button', { name: 'Download' }).click(),
  ])
  assert.equal(file.suggestedFilename(), 'bot.py')
  assert.deepEqual(browser.complaints, [])
})

test('the hint of a first visit goes away for good', async () => {
  const page = await browser.open(server.base)
  const hint = page.locator('[data-test=first-visit]')
  await hint.getByRole('button').click()
  await hint.waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('[data-door]').first().waitFor()
  assert.equal(await hint.count(), 0)
})

test('every game has rules with boards, in both languages and reachable from the board', async () => {
  const games = await api(server.base, '/api/catalogue')
  for (const locale of ['en-GB', 'zh-CN']) {
    const page = await browser.open(server.base, { locale, viewport: WIDTHS[1] })
    for (const { name } of games) {
      await page.goto(`${server.base}/rules/${name}`)
      await page.locator('figure').nth(1).waitFor()
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(wide <= 375, `${name}: ${wide}`)
    }
    await page.context().close()
  }
  const page = await browser.open(`${server.base}/new/garlic`)
  await page.getByRole('button', { name: 'Start game', exact: true }).click()
  await page.waitForURL('**/play/*')
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  await page.waitForURL('**/rules/garlic')
  assert.deepEqual(browser.complaints, [])
})

/** A game begun through the API, opened in the browser. */
async function opened(body) {
  const { id } = await api(server.base, '/api/games', body)
  const page = await browser.open(`${server.base}/play/${id}`)
  await page.getByRole('grid').waitFor()
  return { id, page }
}

test('arrows walk through the moves and f flips, wherever the focus is', async () => {
  const person = { kind: 'person' }
  const { page } = await opened({ game: 'reversi', seats: [person, person], moves: ['f5', 'd6', 'c3'] })
  const current = () => page.locator('[data-ply][aria-current=true]').getAttribute('data-ply')
  await page.locator('[data-ply="3"][aria-current=true]').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.locator('[data-ply="2"][aria-current=true]').waitFor()
  // A click on the board is no keyboard user: the arrows still walk, and no cursor is drawn.
  await page.getByRole('grid').click({ position: { x: 5, y: 5 } })
  assert.equal(await page.locator('.cursor').count(), 0)
  await page.keyboard.press('ArrowRight')
  await page.locator('[data-ply="3"][aria-current=true]').waitFor()
  await page.keyboard.press('f')
  await page.locator('[data-flipped=true]').waitFor()
  assert.equal(await current(), '3')
})

test('a premove is taken back with Escape, or played when its turn comes', async () => {
  // The opponent is a person with a seat, so that it moves when the test says so.
  const seats = [{ kind: 'guest' }, { kind: 'guest' }]
  const { id, invitations } = await api(server.base, '/api/games', { game: 'gomoku', seats })
  const act = async (seat, action, body) => {
    const headers = { 'content-type': 'application/json', 'x-boyi-seat': seat }
    const sent = { method: 'POST', headers, body: JSON.stringify(body) }
    const reply = await fetch(`${server.base}/api/games/${id}/${action}`, sent)
    assert.ok(reply.ok, await reply.text())
  }
  const key = 'thekeyofwhoeverplayssecond'
  await act(invitations[1], 'sit', { key })
  const page = await browser.open(`${server.base}/play/${id}#seat=${invitations[0]}`)
  await page.getByRole('button', { name: 'Resign', exact: true }).waitFor()
  const { legal } = (await game(server.base, id)).scene
  const at = (text) => legal.find((move) => move.text === text)
  const set = page.locator('[data-test=premove]')
  await byMouse(page, at('h8'))
  await page.locator('[data-ply="1"]').waitFor()

  await byMouse(page, at('a1'))
  await set.filter({ hasText: 'a1' }).waitFor()
  await page.keyboard.press('Escape')
  await set.waitFor({ state: 'detached' })
  await act(key, 'moves', { text: 'h9' })
  await page.getByTestId('status').filter({ hasText: 'Your move' }).waitFor()
  assert.equal((await game(server.base, id)).moves.length, 2, 'what was taken back is not played')

  await byMouse(page, at('i8'))
  await page.locator('[data-ply="3"]').waitFor()
  await byMouse(page, at('a1'))
  await set.filter({ hasText: 'a1' }).waitFor()
  await act(key, 'moves', { text: 'i9' })
  await page.locator('[data-ply="5"]').waitFor()
  await set.waitFor({ state: 'detached' })
  const { moves } = await game(server.base, id)
  assert.deepEqual(
    moves.map((move) => move.text),
    ['h8', 'h9', 'i8', 'i9', 'a1'],
  )

  // One that has become illegal is dropped.
  await byMouse(page, at('b1'))
  await set.waitFor()
  await act(key, 'moves', { text: 'b1' })
  await page.locator('[data-ply="6"]').waitFor()
  await set.waitFor({ state: 'detached' })
  assert.equal((await game(server.base, id)).moves.length, 6)
  assert.deepEqual(browser.complaints, [])
})

test('a move and the end of a game are heard, unless sounds are switched off', async () => {
  const person = { kind: 'person' }
  const moves = ['h8', 'h9', 'i8', 'i9', 'j8', 'j9']
  const { id } = await api(server.base, '/api/games', { game: 'gomoku', seats: [person, person], moves })
  const page = await browser.open('about:blank')
  // What is heard is written down on its way to the loudspeaker.
  await page.addInitScript(() => {
    window.heard = []
    const make = AudioContext.prototype.createOscillator
    AudioContext.prototype.createOscillator = function () {
      const tone = make.call(this)
      const start = tone.start.bind(tone)
      tone.start = (when) => (window.heard.push(tone.frequency.value), start(when))
      return tone
    }
  })
  await page.goto(`${server.base}/play/${id}`)
  await page.getByRole('grid').waitFor()
  const { legal } = (await game(server.base, id)).scene
  const play = (text) =>
    byMouse(
      page,
      legal.find((move) => move.text === text),
    )
  const heard = (count) => page.waitForFunction((count) => window.heard.length === count, count)
  await play('k8')
  await heard(1)
  const sound = page.getByRole('button', { name: 'Sounds', exact: true })
  await sound.click()
  await play('k9')
  await page.locator('[data-ply="8"]').waitFor()
  await sound.click()
  assert.equal(await page.evaluate(() => window.heard.length), 1, 'nothing is heard while it is off')
  await play('l8')
  await page.locator('[data-test=end]').waitFor()
  // The three notes of a game that was won.
  await heard(4)
  assert.deepEqual(browser.complaints, [])
})

test('the end of a game says who won and why, and offers a rematch', async () => {
  const person = { kind: 'person' }
  const moves = ['h8', 'h9', 'i8', 'i9', 'j8', 'j9', 'k8', 'k9']
  const { id, page } = await opened({ game: 'gomoku', seats: [person, person], moves })
  const { mine } = await myTurn(server.base, id)
  await byMouse(
    page,
    mine.find((move) => move.text === 'l8'),
  )
  const end = page.locator('[data-test=end]')
  await end.waitFor()
  assert.match(await end.innerText(), /Black won/)
  assert.equal(await page.getByText('Black won').count(), 1, 'it is said once')
  await end.getByRole('button', { name: 'Rematch' }).click()
  await page.waitForURL((address) => !address.pathname.endsWith(id))
  await page.locator('[data-test=end]').waitFor({ state: 'detached' })
  assert.deepEqual(browser.complaints, [])
})
