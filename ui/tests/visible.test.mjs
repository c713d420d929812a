// Search made visible: a maze watched to its end, a cut with its reason, an experiment with its table.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { browse, serve } from './harness.mjs'

const PROGRAM = process.env.BOYI ?? new URL('../../target/release/boyi', import.meta.url).pathname
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const by = (name) => `[data-test=${name}]`

let server, browser
before(async () => {
  server = await serve()
  browser = await browse()
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

const MAZE = ['1111111111111', '0000100000001', '1110101111101', '1000001000101', '1011111010101', '1000000010001', '1111101111101', '1000001000000', '1111111111111']

/** Steps of a shortest way, by a search of the test's own. */
function shortest(maze, start, goal) {
  const steps = new Map([[start.join(), 0]])
  const queue = [start]
  for (const [row, col] of queue) {
    if (row === goal[0] && col === goal[1]) return steps.get([row, col].join())
    for (const [down, right] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const next = [row + down, col + right]
      if (maze[next[0]]?.[next[1]] !== '0' || steps.has(next.join())) continue
      steps.set(next.join(), steps.get([row, col].join()) + 1)
      queue.push(next)
    }
  }
}

async function pasted(page, text) {
  await page.getByRole('button', { name: 'Paste text' }).click()
  await page.locator('textarea').fill(text)
  await page.getByRole('button', { name: 'Read it' }).click()
}

test('a maze is watched step by step to its end, and the way drawn is a shortest', async () => {
  const page = await browser.open(`${server.base}/steps`, { reducedMotion: 'reduce' })
  await page.locator(by('film-1')).waitFor()
  await pasted(page, MAZE.join('\n'))
  const best = shortest(MAZE, [1, 0], [7, 12])
  await page.locator(by('film-0')).locator(by('length')).filter({ hasText: String(best) }).waitFor()
  const max = Number(await page.locator(by('scrub')).getAttribute('max'))
  assert.ok(max > 20, `${max} steps`)
  for (let step = 0; step < 12; step++) await page.locator(by('on')).click()
  assert.equal(await page.locator(by('scrub')).inputValue(), '12')
  await page.locator(by('back')).click()
  assert.equal(await page.locator(by('scrub')).inputValue(), '11')
  await page.locator('h1').click()
  await page.keyboard.press('ArrowRight')
  assert.equal(await page.locator(by('scrub')).inputValue(), '12')
  await page.locator(by('end')).click()
  for (const film of [0, 1]) {
    const canvas = page.locator(`${by(`film-${film}`)} canvas`)
    const way = (await canvas.getAttribute('data-way')).split(' ').map(Number)
    const cells = way.map((at) => [Math.floor(at / 13), at % 13])
    assert.deepEqual([cells[0], cells.at(-1)], [[1, 0], [7, 12]])
    for (const [index, [row, col]] of cells.entries()) {
      assert.equal(MAZE[row][col], '0')
      if (index > 0) assert.equal(Math.abs(row - cells[index - 1][0]) + Math.abs(col - cells[index - 1][1]), 1)
    }
    assert.equal(way.length - 1, best)
    // The line is really there: its colour stands in the middle of a cell of the way.
    const [row, col] = cells[Math.floor(cells.length / 2)]
    const pixel = await canvas.evaluate(
      (canvas, [x, y]) => [...canvas.getContext('2d').getImageData(Math.round(x * canvas.width), Math.round(y * canvas.height), 1, 1).data],
      [(col + 0.5) / 13, (row + 0.5) / 9],
    )
    assert.deepEqual(pixel.slice(0, 3), [0xc2, 0x30, 0x1f])
  }
  await page.locator(by('span')).first().filter({ hasText: 'All ' }).waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('a maze is edited and watched again; f, g and h are shown; films are saved', async () => {
  const page = await browser.open(`${server.base}/steps`, { reducedMotion: 'reduce' })
  await page.locator(by('film-1')).waitFor()
  await pasted(page, '11111\n00000\n11110\n10000\n11111\n')
  await page.locator(by('film-0')).locator(by('length')).filter({ hasText: '6' }).waitFor()
  await page.locator(by('end')).click()
  const canvas = page.locator(`${by('film-0')} canvas`)
  await canvas.focus()
  await page.keyboard.press('ArrowRight')
  await page.locator(by('cell')).first().filter({ hasText: /row 1, column 1: f 6 = g 1 \+ h 5, expanded/ }).waitFor()
  for (const [kind, start] of [['svg', '<svg'], ['gif', 'GIF89a']]) {
    const download = page.waitForEvent('download')
    await page.locator(by('film-0')).locator(by(kind)).click()
    const file = readFileSync(await (await download).path())
    assert.ok(file.toString('latin1').startsWith(start), kind)
  }
  await page.locator(by('edit')).click()
  const box = await page.locator('canvas').boundingBox()
  await page.mouse.click(box.x + (2.5 / 5) * box.width, box.y + (1.5 / 5) * box.height)
  await page.locator(by('edit')).click()
  await page.locator(by('film-0')).getByText('There is no way.').waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('a road map shows its best roads, a supply maze its days', async () => {
  const page = await browser.open(`${server.base}/steps`, { reducedMotion: 'reduce' })
  await page.locator(by('film-1')).waitFor()
  await page.locator('select').first().selectOption('roads')
  await page.getByRole('heading', { name: 'Best roads' }).waitFor()
  assert.equal(await page.locator('.roads li').count(), 5)
  await page.locator('select').first().selectOption('supply')
  await page.locator(by('film-0')).getByText(/days|There is no way/).first().waitFor()
  assert.deepEqual(browser.complaints, [])
})

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
  const [step, all] = (await page.locator(by('step')).textContent()).split(' ')[0].replaceAll(',', '').split('/').map(Number)
  assert.equal(step, all)
  await page.locator(by('back')).click()
  await page.locator(by('step')).filter({ hasText: new RegExp(`^${(all - 1).toLocaleString('en')}/`) }).waitFor()
  const agree = await page.locator(by('agree')).textContent()
  const [traced, cuts, nodes, own] = agree.match(/\d[\d,]*/g)
  assert.deepEqual([traced, cuts], [nodes, own])
  assert.deepEqual(browser.complaints, [])
})

test('a search too large to draw says what share of it is drawn, and shows the rest on demand', async () => {
  const page = await browser.open(`${server.base}/tree`)
  await page.locator(by('span')).waitFor()
  await page.locator(by('game')).selectOption('xiangqi')
  await page.locator(by('search')).selectOption('minimax')
  await page.locator(by('span')).filter({ hasText: /[\d,]+ of [\d,]+ positions are drawn \([\d.]+ %\): everything down to ply \d/ }).waitFor()
  const said = await page.locator(by('span')).textContent()
  const [, kept, total, share] = /([\d,]+) of ([\d,]+) positions are drawn \(([\d.]+) %\)/.exec(said)
  const number = (text) => Number(text.replaceAll(',', ''))
  assert.ok(Math.abs((100 * number(kept)) / number(total) - Number(share)) < 0.06, said)
  await page.locator(by('node')).nth(1).click()
  await page.locator(by('below')).click()
  await page.locator(by('span')).filter({ hasText: /All|drawn/ }).waitFor()
  await page.getByRole('button', { name: 'the whole tree' }).waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('an experiment fills its table with the numbers of boyi lab', async () => {
  const page = await browser.open(`${server.base}/lab`)
  await page.locator(by('depths')).fill('2,4')
  await page.locator(by('run')).click()
  await page.locator(by('csv')).waitFor()
  const rows = await page.locator(`${by('results')} tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)))
  const command = (await page.locator(by('command')).textContent()).split(' ').slice(1)
  const lines = execFileSync(PROGRAM, [...command, '--json'], { encoding: 'utf8' }).trim().split('\n').map((line) => JSON.parse(line))
  assert.equal(rows.length, 14)
  assert.deepEqual(
    rows.map(([search, depth, nodes, leaves]) => [search, depth, nodes, leaves]),
    lines.map((line) => [line.search, String(line.depth), line.nodes.toLocaleString('en'), line.leaves.toLocaleString('en')]),
  )
  assert.equal(await page.locator(by('plot')).locator('canvas').count(), 2)
  assert.deepEqual(browser.complaints, [])
})

test('depth against strength is played out and drawn', async () => {
  const page = await browser.open(`${server.base}/lab`)
  await page.getByText('Depth and strength').click()
  await page.locator(by('match-game')).selectOption('reversi')
  await page.locator(by('match-depths')).fill('1,2')
  await page.locator(by('match-games')).fill('4')
  await page.locator(by('run')).click()
  await page.locator(by('csv')).waitFor()
  assert.equal(await page.locator(`${by('results')} tbody tr`).count(), 2)
  assert.deepEqual(browser.complaints, [])
})

test('the three pages are accessible, fit a phone, speak Chinese and load little', async () => {
  for (const [path, ready] of [['/steps', by('film-1')], ['/tree', by('comparison')], ['/lab', by('run')]]) {
    for (const options of [{ colorScheme: 'light' }, { colorScheme: 'dark', locale: 'zh-CN', viewport: { width: 375, height: 720 } }]) {
      const page = await browser.open(server.base + path, { reducedMotion: 'reduce', ...options })
      await page.locator(ready).waitFor()
      if (options.locale) {
        assert.match(await page.locator('h1').textContent(), /[\u4e00-\u9fff]/)
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        assert.ok(width <= 375, `${path} is ${width} wide`)
      }
      const found = await page.evaluate(`${axe}; axe.run(document, { resultTypes: ['violations'] })`)
      const serious = found.violations.filter((violation) => ['serious', 'critical'].includes(violation.impact))
      assert.deepEqual(serious.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 140)).join(' | ')}`), [], path)
      await page.context().close()
    }
  }
  assert.deepEqual(browser.complaints, [])
})
