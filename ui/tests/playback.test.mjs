// Search made visible: a maze watched to its end, a cut with its reason, an experiment with its table.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { browser, server } from './fixture.mjs'
import { PROGRAM } from './harness.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const by = (name) => `[data-test=${name}]`

const MAZE = [
  '1111111111111',
  '0000100000001',
  '1110101111101',
  '1000001000101',
  '1011111010101',
  '1000000010001',
  '1111101111101',
  '1000001000000',
  '1111111111111',
]

/** Steps of a shortest way, by a search of the test's own. */
function shortest(maze, start, goal) {
  const steps = new Map([[start.join(), 0]])
  const queue = [start]
  for (const [row, col] of queue) {
    if (row === goal[0] && col === goal[1]) return steps.get([row, col].join())
    for (const [down, right] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]) {
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
  await page.locator(by('trace-1')).waitFor()
  await pasted(page, MAZE.join('\n'))
  const best = shortest(MAZE, [1, 0], [7, 12])
  await page
    .locator(by('trace-0'))
    .locator(by('length'))
    .filter({ hasText: String(best) })
    .waitFor()
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
  for (const trace of [0, 1]) {
    const canvas = page.locator(`${by(`trace-${trace}`)} canvas`)
    const way = (await canvas.getAttribute('data-way')).split(' ').map(Number)
    const cells = way.map((at) => [Math.floor(at / 13), at % 13])
    assert.deepEqual(
      [cells[0], cells.at(-1)],
      [
        [1, 0],
        [7, 12],
      ],
    )
    for (const [index, [row, col]] of cells.entries()) {
      assert.equal(MAZE[row][col], '0')
      if (index > 0) assert.equal(Math.abs(row - cells[index - 1][0]) + Math.abs(col - cells[index - 1][1]), 1)
    }
    assert.equal(way.length - 1, best)
    // The line is really there: its colour stands in the middle of a cell of the way.
    const [row, col] = cells[Math.floor(cells.length / 2)]
    const pixel = await canvas.evaluate(
      (canvas, [x, y]) => [
        ...canvas.getContext('2d').getImageData(Math.round(x * canvas.width), Math.round(y * canvas.height), 1, 1).data,
      ],
      [(col + 0.5) / 13, (row + 0.5) / 9],
    )
    assert.deepEqual(pixel.slice(0, 3), [0xc2, 0x30, 0x1f])
  }
  await page.locator(by('span')).first().filter({ hasText: 'All ' }).waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('walkers walk, walls come and go, and a weight is asked for', async () => {
  const page = await browser.open(`${server.base}/steps`, { reducedMotion: 'reduce' })
  await page.locator(by('trace-1')).waitFor()
  const asked = () => page.waitForResponse((reply) => reply.url().endsWith('/api/films') && reply.ok())
  await Promise.all([asked(), page.locator(by('ground')).selectOption('rooms')])
  const canvas = page.locator(`${by('trace-0')} canvas`)
  await Promise.all([asked(), page.locator(by('search-0')).selectOption('dstar-lite')])
  await Promise.all([
    asked(),
    page
      .locator(by('changes'))
      .fill('40')
      .then(() => page.keyboard.press('Tab')),
  ])
  await page
    .locator(`${by('trace-0')} h2`)
    .filter({ hasText: 'dstar-lite' })
    .waitFor()
  await page.locator(by('end')).click()
  const moved = await canvas.getAttribute('data-walkers')
  assert.match(moved, /^\d+$/, 'one walker')
  await Promise.all([
    asked(),
    page
      .locator(by('walkers'))
      .fill('4')
      .then(() => page.keyboard.press('Tab')),
  ])
  await page
    .locator(`${by('trace-0')} h2`)
    .filter({ hasText: /cbs|cooperative/ })
    .waitFor()
  await page.locator(by('end')).click()
  const ends = (await canvas.getAttribute('data-walkers')).split(' ')
  assert.equal(new Set(ends).size, 4, 'four walkers at four goals')
  await Promise.all([
    asked(),
    page
      .locator(by('walkers'))
      .fill('1')
      .then(() => page.keyboard.press('Tab')),
  ])
  await Promise.all([asked(), page.locator(by('search-0')).selectOption('ara')])
  const weight = page.locator(by('weight-0'))
  await weight.fill('5')
  const [reply] = await Promise.all([asked(), page.keyboard.press('Tab')])
  const sent = () => reply.request().postDataJSON().search
  assert.ok(['ara:weight=5', 'uniform-cost', 'cooperative', 'cbs'].includes(sent()), sent())
  assert.deepEqual(browser.complaints, [])
})

test('every path search has its film', async () => {
  const page = await browser.open(`${server.base}/steps`, { reducedMotion: 'reduce' })
  await page.locator(by('trace-1')).waitFor()
  const watch = async (search) => {
    const asked = page.waitForResponse(
      (reply) => reply.url().endsWith('/api/films') && reply.request().postDataJSON().search === search,
    )
    await page.locator(by('search-0')).selectOption(search)
    assert.ok((await asked).ok(), search)
    await page
      .locator(`${by('trace-0')} h2`)
      .filter({ hasText: new RegExp(`^${search}`) })
      .waitFor()
    await page.locator(by('end')).click()
    assert.ok(Number(await page.locator(by('scrub')).getAttribute('max')) > 10, search)
    const way = await page.locator(`${by('trace-0')} canvas`).getAttribute('data-way')
    assert.ok(way.split(' ').length > 1, `${search}: ${way}`)
  }
  for (const search of ['weighted-astar', 'ara', 'theta', 'lpa', 'dstar-lite']) await watch(search)
  const asked = page.waitForResponse((reply) => reply.url().endsWith('/api/films') && reply.ok())
  await page.locator(by('walkers')).fill('3')
  await page.keyboard.press('Tab')
  await asked
  const first = await page.locator(by('search-0')).inputValue()
  for (const search of first === 'cbs' ? ['cooperative', 'cbs'] : ['cbs', 'cooperative']) await watch(search)
  assert.deepEqual(browser.complaints, [])
})

test('backwards a trace looks as it did forwards', async () => {
  const page = await browser.open(`${server.base}/steps`, { reducedMotion: 'reduce' })
  await page.locator(by('trace-1')).waitFor()
  await pasted(page, MAZE.join('\n'))
  await page.locator(by('search-0')).selectOption('ida-table')
  await page
    .locator(by('trace-0'))
    .getByRole('heading', { name: /^ida-table/ })
    .waitFor()
  await page.locator(by('search-1')).selectOption('fringe')
  await page
    .locator(by('trace-1'))
    .getByRole('heading', { name: /^fringe/ })
    .waitFor()
  const differ = await page.evaluate(async () => {
    const slider = document.querySelector('[data-test=scrub]')
    const seen = async (step) => {
      slider.value = step
      slider.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise(requestAnimationFrame)
      const cards = [...document.querySelectorAll('figure')]
      return cards.map((card) => card.querySelector('canvas').toDataURL() + card.querySelector('dl').textContent).join()
    }
    const last = Number(slider.max)
    const steps = Array.from({ length: last + 1 }, (_, step) => step).filter((step) => step % 3 === 0)
    // A canvas that is read often is drawn by other means after a while, with other edges: the first round is for that.
    const forwards = []
    for (const round of [1, 2]) for (const [index, step] of steps.entries()) forwards[index] = await seen(step, round)
    const found = []
    for (const [index, step] of [...steps.entries()].reverse())
      if ((await seen(step)) !== forwards[index]) found.push(step)
    return { found, different: new Set(forwards).size, all: steps.length }
  })
  assert.deepEqual(differ.found, [])
  assert.ok(differ.different > differ.all / 2, 'the trace moves')
  assert.deepEqual(browser.complaints, [])
})

test('a maze is edited and watched again; f, g and h are shown; traces are saved', async () => {
  const page = await browser.open(`${server.base}/steps`, { reducedMotion: 'reduce' })
  await page.locator(by('trace-1')).waitFor()
  await pasted(page, '11111\n00000\n11110\n10000\n11111\n')
  await page.locator(by('trace-0')).locator(by('length')).filter({ hasText: '6' }).waitFor()
  await page.locator(by('end')).click()
  const canvas = page.locator(`${by('trace-0')} canvas`)
  await canvas.focus()
  await page.keyboard.press('ArrowRight')
  await page
    .locator(by('cell'))
    .first()
    .filter({ hasText: /row 1, column 1: f 6 = g 1 \+ h 5, expanded/ })
    .waitFor()
  for (const [kind, start] of [
    ['svg', '<svg'],
    ['gif', 'GIF89a'],
  ]) {
    const download = page.waitForEvent('download')
    await page.locator(by('trace-0')).locator(by(kind)).click()
    const file = readFileSync(await (await download).path())
    assert.ok(file.toString('latin1').startsWith(start), kind)
  }
  await page.locator(by('edit')).click()
  const box = await page.locator('canvas').boundingBox()
  await page.mouse.click(box.x + (2.5 / 5) * box.width, box.y + (1.5 / 5) * box.height)
  await page.locator(by('edit')).click()
  await page.locator(by('trace-0')).getByText('There is no way.').waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('a road map is searched in two ways side by side and shows its best roads', async () => {
  const page = await browser.open(`${server.base}/steps`, { reducedMotion: 'reduce' })
  await page.locator(by('trace-1')).waitFor()
  await page.locator(by('kind')).selectOption('roads')
  await page.getByRole('heading', { name: 'Best roads' }).waitFor()
  assert.equal(await page.locator('.roads li').count(), 5)
  const best = (await page.locator('.roads li strong').first().textContent()).replaceAll(',', '')
  for (const search of ['bidirectional', 'astar']) {
    await page.locator(by('search-1')).selectOption(search)
    await page.locator(by('trace-1')).getByRole('heading', { name: search, exact: true }).waitFor()
    await page.locator(by('end')).click()
    for (const trace of [0, 1]) {
      const card = page.locator(by(`trace-${trace}`))
      assert.equal((await card.locator(by('length')).textContent()).replaceAll(',', ''), best, search)
      const way = (await card.locator('canvas').getAttribute('data-way')).split(' ').map(Number)
      assert.equal(way[0], 0)
    }
  }
  const canvas = page.locator(`${by('trace-1')} canvas`)
  await canvas.focus()
  await page.keyboard.press('ArrowRight')
  await page
    .locator(`${by('trace-1')} ${by('cell')}`)
    .filter({ hasText: /state 2, value [\d,]+: f [\d,]+ = g [\d,]+ \+ h [\d,]+, expanded/ })
    .waitFor()
  const download = page.waitForEvent('download')
  await page.locator(by('trace-1')).locator(by('svg')).click()
  assert.match(readFileSync(await (await download).path(), 'utf8'), /^<svg[^]*<use[^]*<animate[^]*<polyline/)
  assert.deepEqual(browser.complaints, [])
})

test('a maze with supplies is watched, by steps and by time', async () => {
  const page = await browser.open(`${server.base}/steps`, { reducedMotion: 'reduce' })
  await page.locator(by('trace-1')).waitFor()
  await page.locator(by('kind')).selectOption('supply')
  await page.locator(by('trace-0')).getByRole('heading', { name: 'supplies', exact: true }).waitFor()
  await page.locator(by('trace-0')).getByText('days').first().waitFor()
  const steps = async () =>
    Promise.all(
      [0, 1].map((trace) =>
        page
          .locator(`${by(`trace-${trace}`)} canvas`)
          .getAttribute('aria-label')
          .then((label) =>
            label
              .match(/Step (\d+)\/(\d+)/)
              .slice(1)
              .map(Number),
          ),
      ),
    )
  for (let step = 0; step < 5; step++) await page.locator(by('on')).click()
  assert.deepEqual(
    (await steps()).map(([at]) => at),
    [5, 5],
    'in step',
  )
  await page.locator(by('together')).selectOption({ label: 'at equal time' })
  assert.equal(await page.locator(by('scrub')).getAttribute('max'), '1000')
  await page.locator(by('end')).click()
  const both = await steps()
  assert.ok(
    both.every(([at, all]) => at === all),
    `both are over when the slower one is: ${both}`,
  )
  assert.deepEqual(browser.complaints, [])
})

test('a trace of 512 x 512 cells paints only what changes, forwards and backwards', async () => {
  const page = await browser.open(`${server.base}/steps`, { reducedMotion: 'reduce' })
  await page.locator(by('trace-1')).waitFor()
  await page.locator(by('search-1')).selectOption('')
  await page.locator(by('trace-1')).waitFor({ state: 'detached' })
  await page.locator(by('search-0')).selectOption('uniform-cost')
  await page.locator(by('size')).fill('512')
  await page.locator(by('size')).blur()
  const canvas = page.locator(`${by('trace-0')} canvas`)
  await page.waitForFunction(() => Number(document.querySelector('[data-test=scrub]').max) > 100_000)
  const most = Number(await page.locator(by('scrub')).getAttribute('max'))
  const scrub = (to) =>
    page.locator(by('scrub')).evaluate((slider, to) => {
      slider.value = to
      slider.dispatchEvent(new Event('input', { bubbles: true }))
    }, to)
  const painted = async () => Number(await canvas.getAttribute('data-painted'))
  const at = async (step) => {
    await page.waitForFunction(
      ({ step }) => document.querySelector('[data-test=trace-0] canvas').ariaLabel.includes(`Step ${step}/`),
      { step },
    )
    // The label and the picture are of one moment.
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  const middle = Math.floor(most / 2)
  await scrub(middle)
  await at(middle)
  const way = Number((await page.locator(by('way')).textContent()).replaceAll(',', ''))
  for (const [button, step] of [
    ['on', middle + 1],
    ['back', middle],
    ['back', middle - 1],
  ]) {
    await page.locator(by(button)).click()
    await at(step)
    // One cell changes; the way to it may be another one altogether.
    assert.ok((await painted()) <= 2 * way + 100, `${button}: ${await painted()} cells, way ${way}`)
  }
  // Backwards by a thousand frames is as much work as forwards.
  await scrub(middle - 1001)
  await at(middle - 1001)
  assert.ok((await painted()) <= 1000 + 2 * way + 100, `${await painted()} cells`)
  assert.deepEqual(browser.complaints, [])
})

test('a search that takes too long is stopped', async () => {
  const page = await browser.open(`${server.base}/steps`, { reducedMotion: 'reduce' })
  await page.locator(by('trace-1')).waitFor()
  await page.locator(by('search-1')).selectOption('')
  await page.locator(by('trace-1')).waitFor({ state: 'detached' })
  await page.locator(by('ground')).selectOption('obstacles')
  await page.locator(by('search-0')).selectOption('ida')
  await page.locator(by('size')).fill('200')
  await page.locator(by('size')).blur()
  await page.locator(by('stop')).click()
  await page.locator(by('stop')).waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('alert').count(), 0)
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
    await page.locator(by('comparison')).getByText('without promise').waitFor()
    const table = await page
      .locator(`${by('comparison')} tbody tr`)
      .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)))
    assert.deepEqual(table[0].slice(1), table.find(([name]) => name === 'without promise').slice(1), game)
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

test('the three pages are accessible, fit a phone, speak Chinese and load little', async () => {
  for (const [path, ready] of [
    ['/steps', by('trace-1')],
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
