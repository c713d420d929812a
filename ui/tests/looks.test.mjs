// Every page: accessible, at home on a phone, in both languages, light to load.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { inspected } from './axe.mjs'
import { browser, server } from './fixture.mjs'
import { api, quiet, until } from './harness.mjs'

// Axe looks at these in playback.test.mjs.
const visible = ['/tree', '/lab']
let pages
before(async () => {
  const games = (await api(server.base, '/api/catalogue')).map((card) => card.name)
  pages = ['/', '/paths', '/nowhere']
  for (const game of games) {
    const { id } = await api(server.base, '/api/games', {
      game,
      seats: [{ kind: 'person' }, { kind: 'level', level: 'beginner' }],
    })
    pages.push(`/new/${game}`, `/play/${id}`, `/analyse/${game}`)
  }
  // A contest with finished games, and a game that is over.
  const players = [{ player: 'random' }, { player: 'scan' }, { player: 'priority' }]
  const { summary } = await api(server.base, '/api/contests', {
    kind: 'tournament',
    name: 'looks',
    game: 'reversi',
    games: 2,
    players,
  })
  const finished = await until(async () => {
    const { done } = (await api(server.base, `/api/contests/${summary.id}`)).summary
    return done && (await api(server.base, `/api/contests/${summary.id}/games`))
  })
  pages.push('/watch', '/watch?contest=looks', `/watch?game=${encodeURIComponent(finished[0].id)}`)
  const over = await api(server.base, '/api/games', {
    game: 'xiangqi',
    seats: [{ kind: 'person' }, { kind: 'person' }],
    moves: ['h2e2', 'h9g7'],
  })
  await api(server.base, `/api/games/${over.id}/resign`, {})
  pages.push(`/play/${over.id}`, `/watch?game=${over.id}`, `/analyse/xiangqi?study=${over.id}&moves=h2e2,h9g7`)
})

/** The page with everything on it that it fetches. */
async function settled(page) {
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  await quiet(page)
}

test('axe finds nothing serious on any page, light and dark', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.open('about:blank', { colorScheme, reducedMotion: 'reduce' })
    for (const path of pages) {
      await page.goto(server.base + path)
      await settled(page)
      await inspected(page, `${colorScheme} ${path}`)
    }
    await page.context().close()
  }
  assert.deepEqual(browser.complaints, [])
})

test('axe finds nothing serious in menus, editors, questions and errors either', async () => {
  const open = (path, colorScheme) => browser.open(server.base + path, { colorScheme, reducedMotion: 'reduce' })
  const { id } = await api(server.base, '/api/games', {
    game: 'xiangqi',
    seats: [{ kind: 'person' }, { kind: 'person' }],
  })
  for (const scheme of ['light', 'dark']) {
    const states = {
      async settings() {
        const page = await open('/', scheme)
        await page.getByRole('button', { name: 'Settings', exact: true }).click()
        await page.getByRole('combobox', { name: 'Appearance', exact: true }).waitFor()
        return page
      },
      async editor() {
        const page = await open('/new/xiangqi', scheme)
        await page.locator('input[name=start][value=edit]').check({ force: true })
        await page.getByRole('button', { name: 'Empty board', exact: true }).click()
        await page.getByRole('alert').waitFor()
        return page
      },
      async question() {
        const page = await open(`/play/${id}`, scheme)
        await page
          .getByRole('button', { name: 'Offer draw', exact: true })
          .or(page.getByRole('button', { name: 'Accept draw', exact: true }))
          .waitFor()
        await page.getByRole('button', { name: 'Resign', exact: true }).click()
        await page.getByRole('button', { name: 'Yes, resign', exact: true }).waitFor()
        return page
      },
      async unreadable() {
        const page = await open('/analyse/xiangqi', scheme)
        await page.getByText('Import and export').click()
        await page.locator('details textarea').first().fill('no position at all')
        await page.getByRole('button', { name: 'Import', exact: true }).click()
        await page.getByRole('alert').waitFor()
        return page
      },
      async missing() {
        const page = await open('/play/nosuchgame', scheme)
        await page.getByRole('heading', { level: 1 }).waitFor()
        return page
      },
    }
    for (const [name, state] of Object.entries(states)) {
      const page = await state()
      await inspected(page, `${scheme} ${name}`)
      await page.context().close()
    }
  }
  browser.forgive(/404|422|WebSocket/)
  assert.deepEqual(browser.complaints, [])
})

test('no page scrolls sideways on a phone of 375 pixels, in either language', async () => {
  for (const locale of ['en-GB', 'zh-CN']) {
    const page = await browser.open('about:blank', {
      viewport: { width: 375, height: 720 },
      locale,
      hasTouch: true,
    })
    for (const path of pages) {
      await page.goto(server.base + path)
      await settled(page)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(width <= 375, `${locale} ${path} is ${width} wide`)
    }
    await page.context().close()
  }
  assert.deepEqual(browser.complaints, [])
})

test('the language is switched and remembered', async () => {
  const page = await browser.open(server.base)
  await page.getByRole('heading', { name: 'Choose a game' }).waitFor()
  await page.getByRole('button', { name: '切换到中文' }).click()
  await page.getByRole('heading', { name: '选择游戏' }).waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-CN')
  await page.reload()
  await page.getByRole('heading', { name: '选择游戏' }).waitFor()
  await page.getByRole('button', { name: 'Switch to English' }).click()
  await page.getByRole('heading', { name: 'Choose a game' }).waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('the first load is under 150 kB of compressed scripts, and so is every page', async () => {
  for (const path of [...pages, ...visible]) {
    let bytes = 0
    const page = await browser.open('about:blank')
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const scripts = new Set()
    session.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
    session.on(
      'Network.loadingFinished',
      ({ requestId, encodedDataLength }) => scripts.has(requestId) && (bytes += encodedDataLength),
    )
    await page.goto(server.base + path)
    await settled(page)
    assert.ok(bytes > 5_000, `${path}: ${bytes} bytes of scripts were counted`)
    assert.ok(bytes < 150_000, `${path}: ${bytes} bytes of scripts`)
    await page.context().close()
  }
})

test('animation can be switched off', async () => {
  const page = await browser.open(server.base, { reducedMotion: 'reduce' })
  await page.getByRole('heading', { name: 'Choose a game' }).waitFor()
  assert.ok(await page.evaluate(() => document.documentElement.classList.contains('still')))
})
