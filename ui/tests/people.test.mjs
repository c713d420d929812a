// Two people at two browsers, brought together by a link, and others who watch.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspected } from './axe.mjs'
import { browser, server } from './fixture.mjs'
import { byMouse, byTouch, game, shown, until } from './harness.mjs'

/** Begins a game by link through the form; what the other person is sent. */
async function invite(page, name, side = 'first', clock = 'none') {
  await page.goto(`${server.base}/new/${name}`)
  await page.locator('input[name=opponent][value=link]').check({ force: true })
  await page.locator(`input[name=side][value=${side}]`).check({ force: true })
  await page.locator(`input[name=clock][value="${clock}"]`).check({ force: true })
  await page.locator('form button.primary').click()
  await page.waitForURL('**/play/*')
  await page.getByRole('grid').waitFor()
  const links = page.locator('input[readonly]')
  await links.nth(1).waitFor()
  const [invitation, watching] = await links.evaluateAll((fields) => fields.map((field) => field.value))
  assert.match(invitation, /\/play\/[a-z0-9]+#seat=[a-z0-9]{32}$/)
  assert.equal(watching, invitation.split('#')[0])
  return { id: watching.split('/').at(-1), invitation, watching }
}

/** Plays the first legal move of whoever is to move, in the browser of that side. */
async function move(pages, id, hand = byMouse) {
  const { moves, scene } = await game(server.base, id)
  const choice = scene.legal.find((choice) => choice.to !== null)
  const page = pages[choice.side]
  await shown(page, moves.length)
  await hand(page, choice)
  for (const page of Object.values(pages)) await shown(page, moves.length + 1)
}

const button = (page, name) => page.getByRole('button', { name, exact: true })
const asked = (page) => page.locator('[data-test=asked]')

test('two people play by a link, agree on what concerns both, and a third watches', async () => {
  const first = await browser.open(server.base)
  const { id, invitation, watching } = await invite(first, 'reversi')
  const second = await browser.open(invitation)
  await second.locator('[data-flipped=true]').waitFor()
  assert.equal(second.url(), watching, 'the invitation is taken out of the address')
  // The seat is taken: who comes later by the same link watches.
  const third = await browser.open(invitation)
  await third.getByText('somebody has taken this seat: you can watch').waitFor()
  await third.locator('[data-test=watching]').waitFor()
  const pages = { first, second, third }
  for (let n = 0; n < 4; n++) await move(pages, id)

  // Nothing on the board of who watches can be moved, and there is nothing to press but to look.
  const before = await game(server.base, id)
  await byMouse(third, before.scene.legal[0])
  assert.equal(await third.getByRole('button', { name: /Take back|Resign|Offer draw|Hint/ }).count(), 0)
  // Nor can one who plays move for the other.
  await byMouse(second, before.scene.legal[0])
  assert.equal(await second.locator('[data-test=premove]').count(), 1, 'it is a move chosen ahead')
  assert.equal((await game(server.base, id)).moves.length, 4)
  await second.keyboard.press('Escape')

  await button(first, 'Take back').click()
  await first.locator('[data-test=asking]').waitFor()
  assert.equal(await asked(third).count(), 0)
  await asked(second).filter({ hasText: 'take back' }).waitFor()
  await inspected(second, 'an offer')
  await button(second, 'Decline').click()
  await asked(second).waitFor({ state: 'detached' })
  await button(first, 'Take back').click()
  await first.getByText('that was declined: ask again after the next move').waitFor()
  await move(pages, id)
  await button(first, 'Take back').click()
  await button(second, 'Accept').click()
  for (const page of Object.values(pages)) await shown(page, 4)

  await button(second, 'Offer draw').click()
  await button(first, 'Decline').click()
  await second.getByText('The draw was declined').waitFor()

  // Keys are kept: a page that is loaded again sits where it sat, and so after a crash of the server.
  await second.reload()
  await second.locator('[data-flipped=true]').waitFor()
  await move(pages, id)
  await server.restart()
  for (const page of Object.values(pages)) {
    await page.getByText('Connection lost').waitFor({ state: 'detached' })
    await shown(page, 5)
  }
  await move(pages, id)
  await move(pages, id)

  await button(second, 'Resign').click()
  await button(second, 'Yes, resign').click()
  await first.locator('[data-test=end]').filter({ hasText: 'You won!' }).waitFor()
  await second.locator('[data-test=end]').filter({ hasText: 'You lost' }).waitFor()
  await third.locator('[data-test=end]').filter({ hasText: 'Black won' }).waitFor()
  await inspected(first, 'the end')
  await first.locator('[data-test=end]').getByRole('button', { name: 'Rematch' }).click()
  await button(second, 'Accept').click()
  for (const page of [first, second]) await page.waitForURL((address) => !address.pathname.endsWith(id))
  assert.equal(first.url(), second.url())
  await third.getByRole('link', { name: 'Watch the rematch' }).click()
  const next = first.url().split('/').at(-1)
  await third.waitForURL(`**/${next}`)
  // Colours are swapped.
  await first.locator('[data-flipped=true]').waitFor()
  const swapped = { first: second, second: first, third }
  for (let n = 0; n < 3; n++) await move(swapped, next)
  for (const page of [first, second, third]) await page.context().close()
  browser.forgive(/ERR_CONNECTION_REFUSED|WebSocket|409|403/)
  assert.deepEqual(browser.complaints, [])
})

test('two people play by a link on phones, in Chinese and with clocks', async () => {
  const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true, locale: 'zh-CN' }
  const second = await browser.open(server.base, phone)
  const { id, invitation } = await invite(second, 'xiangqi', 'second', '600+5')
  await inspected(second, 'the link')
  const first = await browser.open(invitation, phone)
  const pages = { first, second }
  await until(async () => (await game(server.base, id)).seats.every((seat) => seat.seated))
  assert.ok((await game(server.base, id)).clock, 'with a clock')
  for (let n = 0; n < 4; n++) await move(pages, id, byTouch)
  for (const page of [first, second]) {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(wide <= 375, `${wide} wide`)
  }
  await first.getByRole('button', { name: '悔棋', exact: true }).tap()
  await second.getByRole('button', { name: '同意', exact: true }).tap()
  for (const page of [first, second]) await shown(page, 2)
  await second.getByRole('button', { name: '提和', exact: true }).tap()
  await first.getByRole('button', { name: '同意', exact: true }).tap()
  for (const page of [first, second]) {
    await page.locator('[data-test=end]').filter({ hasText: '和棋' }).waitFor()
    await inspected(page, 'the end on a phone')
    await page.context().close()
  }
  assert.deepEqual(browser.complaints, [])
})
