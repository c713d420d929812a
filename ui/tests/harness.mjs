// What every browser test needs: a server of its own, a browser, and hands on the board.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'

export const PROGRAM = process.env.BOYI ?? new URL('../../target/release/boyi', import.meta.url).pathname

/** A server on a free port. `restart()` ends it without warning and starts it again on the same data. */
export async function serve(...extra) {
  const data = mkdtempSync(join(tmpdir(), 'boyi-'))
  const self = { base: '', data, process: undefined, restart, stop }

  async function start(port) {
    const child = spawn(PROGRAM, ['serve', '--json', '--port', String(port), '--data', data, ...extra], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    self.process = child
    const line = await new Promise((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve)
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    })
    const reply = JSON.parse(line)
    assert.equal(reply.page, true, 'the program was built without the page')
    self.base = reply.address.replace(/\/$/, '')
  }

  async function end() {
    const gone = new Promise((resolve) => self.process.once('exit', resolve))
    self.process.kill('SIGKILL')
    await gone
  }

  async function restart() {
    await end()
    await start(new URL(self.base).port)
  }

  async function stop() {
    await end()
    rmSync(data, { recursive: true, force: true })
  }

  await start(0)
  return self
}

/** Requests of each page that have no answer yet, and when that last changed. */
const traffic = new WeakMap()

function count(page) {
  const seen = { open: 0, changed: performance.now() }
  traffic.set(page, seen)
  const change = (by) => () => ((seen.open += by), (seen.changed = performance.now()))
  page.on('request', change(1))
  page.on('requestfinished', change(-1))
  page.on('requestfailed', change(-1))
}

/** Waits until a page has all that it fetches, at most ten seconds. Playwright's `networkidle` takes half a second. */
export async function quiet(page) {
  const began = performance.now()
  const seen = traffic.get(page)
  while (performance.now() - began < 10_000) {
    const { changed } = seen
    // Whatever has come is drawn; what that asks for comes at once.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 60))))
    if (seen.open === 0 && seen.changed === changed) return
  }
}

/** A browser without windows, where there is one, opens a page in a quarter of the time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** A browser; pages made by it fail the test when they complain. */
export async function browse() {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? BROWSERS.find(existsSync) ?? BROWSERS.at(-1),
    headless: true,
    args,
  })
  const complaints = []
  return {
    complaints,
    close: () => browser.close(),
    async open(address, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-GB', ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      count(page)
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          complaints.push(`${page.url()}: ${message.text()}`)
      })
      await page.goto(address)
      return page
    },
    /** What a restart of the server makes the browser say is no fault of the page. */
    forgive(pattern) {
      for (let i = complaints.length - 1; i >= 0; i--) if (pattern.test(complaints[i])) complaints.splice(i, 1)
    },
  }
}

export async function api(base, path, body) {
  const options =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(base + path, options)
  const text = await response.text()
  assert.ok(response.ok, `${path}: ${response.status} ${text}`)
  return text ? JSON.parse(text) : undefined
}

/** The middle of a cell on the screen. */
async function middle(page, cell) {
  const grid = page.getByRole('grid').first()
  return grid.evaluate((grid, cell) => {
    const svg = grid.querySelector('svg')
    const box = svg.getBoundingClientRect()
    const [left, top, width] = svg.getAttribute('viewBox').split(' ').map(Number)
    const cols = Number(grid.getAttribute('aria-colcount'))
    const scale = box.width / width
    const rows = Number(grid.getAttribute('aria-rowcount'))
    const seen = grid.dataset.flipped === 'true' ? rows * cols - 1 - cell : cell
    const x = (seen % cols) * 100 + 50 - left
    const y = Math.floor(seen / cols) * 100 + 50 - top
    return { x: box.left + x * scale, y: box.top + y * scale }
  }, cell)
}

/** Plays a move with the mouse: a click, two clicks, or by dragging. */
export async function byMouse(page, choice, drag = false) {
  if (choice.to === null) return page.getByTestId('pass').click()
  await page.getByRole('grid').first().scrollIntoViewIfNeeded()
  const to = await middle(page, choice.to)
  if (choice.from === null) return page.mouse.click(to.x, to.y)
  const from = await middle(page, choice.from)
  if (drag) {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page.mouse.up()
  } else {
    await page.mouse.click(from.x, from.y)
    await page.mouse.click(to.x, to.y)
  }
}

/** Plays a move with a finger. */
export async function byTouch(page, choice) {
  if (choice.to === null) return page.getByTestId('pass').tap()
  await page.getByRole('grid').first().scrollIntoViewIfNeeded()
  for (const cell of [choice.from, choice.to]) {
    if (cell === null) continue
    const { x, y } = await middle(page, cell)
    await page.touchscreen.tap(x, y)
  }
}

/** Waits until the page shows so many moves. */
export const shown = (page, count) =>
  page.waitForFunction((n) => document.querySelectorAll('[data-ply]').length === n, count)

/** Plays a move with the keyboard alone. */
export async function byKeyboard(page, choice) {
  if (choice.to === null) {
    await page.getByTestId('pass').focus()
    return page.keyboard.press('Enter')
  }
  const grid = page.getByRole('grid').first()
  await grid.focus()
  for (const cell of [choice.from, choice.to]) {
    if (cell === null) continue
    const cols = Number(await grid.getAttribute('aria-colcount'))
    const at = Number((await grid.getAttribute('aria-activedescendant')).split('-').at(-1))
    const [dx, dy] = [(cell % cols) - (at % cols), Math.floor(cell / cols) - Math.floor(at / cols)]
    for (let i = 0; i < Math.abs(dx); i++) await page.keyboard.press(dx > 0 ? 'ArrowRight' : 'ArrowLeft')
    for (let i = 0; i < Math.abs(dy); i++) await page.keyboard.press(dy > 0 ? 'ArrowDown' : 'ArrowUp')
    await page.keyboard.press('Enter')
  }
}

/** Asks again until there is an answer; for what the server does by itself and nobody is told of. */
export async function until(ask) {
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

/** The game as the server knows it. */
export const game = (base, id) => api(base, `/api/games/${id}`)

/** Waits until the person is to move, or the game is over. */
export async function myTurn(base, id, plies = 0) {
  return until(async () => {
    const state = await game(base, id)
    const mine = state.scene.legal.filter((choice) => choice.side === 'first')
    return (state.scene.over || (mine.length && state.moves.length >= plies)) && { state, mine }
  })
}
