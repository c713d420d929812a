// The board as a widget for notebooks: packed into one script, drawn in a page that knows nothing of ours.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { browse, byMouse, until } from './harness.mjs'

const folder = mkdtempSync(join(tmpdir(), 'boyi-widget-'))
const browser = await browse()
after(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

function packed() {
  const words = ['vite', 'build', '--config', 'vite.widget.config.ts', '--logLevel', 'error', '--outDir', folder]
  const done = spawnSync('npx', words, { cwd: new URL('..', import.meta.url).pathname, encoding: 'utf8' })
  assert.equal(done.status, 0, done.stderr)
  return readFileSync(join(folder, 'board.js'), 'utf8')
}

/** Othello's start, as Python describes it. */
function scene() {
  const disc = (cell, owner) => ({ cell, owner, kind: 'O', charged: 0 })
  const names = (text) => text.split('')
  const choices = [
    [19, 'd3'],
    [26, 'c4'],
    [37, 'f5'],
    [44, 'e6'],
  ]
  return {
    game: 'reversi',
    board: {
      rows: 8,
      cols: 8,
      crossings: false,
      pieces: [disc(27, 'second'), disc(28, 'first'), disc(35, 'first'), disc(36, 'second')],
      ground: null,
      worth: null,
      row_names: names('12345678'),
      col_names: names('abcdefgh'),
      last: [],
      marks: [],
      points: [2, 2],
      notes: [],
    },
    legal: choices.map(([to, text]) => ({ side: 'first', text, from: null, to })),
    flipped: false,
    message: { en: 'black to move', zh: '轮到黑方' },
    rounds: false,
    language: 'en',
  }
}

test('a click on the board is sent as a move', async () => {
  const page = await browser.open('data:text/html,<div id="cell" style="width:400px"></div>')
  await page.evaluate(
    async ([script, scene]) => {
      const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
      const { default: widget } = await import(address)
      window.sent = []
      const model = { get: () => scene, on() {}, off() {}, send: (content) => window.sent.push(content) }
      widget.render({ model, el: document.getElementById('cell') })
    },
    [packed(), scene()],
  )
  await page.getByRole('grid').waitFor()
  assert.equal(await page.locator('[data-cell]').count(), 64)
  await byMouse(page, { from: null, to: 19 })
  await until(() => page.evaluate(() => window.sent.length === 1))
  assert.deepEqual(await page.evaluate(() => window.sent), [{ side: 'first', move: 'd3' }])
  assert.deepEqual(browser.complaints, [])
})
