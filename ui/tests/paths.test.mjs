// The path sandbox: maps drawn by mouse, finger and keyboard, searches that follow, films, links and exports.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { browser, server } from './fixture.mjs'
import { PROGRAM } from './harness.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const by = (name) => `[data-test=${name}]`
const PHONE = { viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true }
const DESK = { viewport: { width: 1280, height: 800 } }

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

/** The cost of a cheapest path in four directions, by a search of the test's own. */
function cheapest(rows, start, goal) {
  const cost = new Map([[start.join(), 0]])
  const open = [start]
  while (open.length > 0) {
    const [row, col] = open.pop()
    for (const [down, right] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]) {
      const next = [row + down, col + right]
      const digit = rows[next[0]]?.[next[1]]
      if (digit === undefined || digit === '1') continue
      const through = cost.get([row, col].join()) + Math.max(1, Number(digit))
      if ((cost.get(next.join()) ?? Infinity) <= through) continue
      cost.set(next.join(), through)
      open.push(next)
    }
  }
  return cost.get(goal.join())
}

const open = (options = {}, path = '/paths') =>
  browser.open(server.base + path, { ...DESK, reducedMotion: 'reduce', ...options })

/** A page with its first answer. */
async function ready(options, path) {
  const page = await open(options, path)
  await answered(page)
  return page
}

const answered = (page) => page.locator('.cards[aria-busy=false]').waitFor()
const card = (page, index = 0) => page.locator(by(`trace-${index}`))
const cost = (page, index = 0) => card(page, index).locator(by('cost'))
const says = (page, text, index = 0) => cost(page, index).filter({ hasText: text }).waitFor()

async function pasted(page, text) {
  await page.locator(by('paste')).click()
  await page.locator('textarea').fill(text)
  await page.locator(by('load')).click()
}

async function set(page, name, value) {
  await page.locator(by(name)).fill(String(value))
  await page.locator(by(name)).blur()
}

/** An empty grid of this size, with its answer. */
async function emptyGrid(page, rows, cols) {
  await set(page, 'rows', rows)
  await set(page, 'cols', cols)
  await page.locator(by('empty')).click()
  await answered(page)
}

/** The middle of a cell on the screen. */
async function point(page, [row, col], [rows, cols], index = 0) {
  const box = await card(page, index).locator('canvas').boundingBox()
  return { x: box.x + ((col + 0.5) / cols) * box.width, y: box.y + ((row + 0.5) / rows) * box.height }
}

/** Draws from cell to cell with the button of the mouse held down. */
async function drawn(page, cells, size, button = 'left') {
  const points = []
  for (const cell of cells) points.push(await point(page, cell, size))
  await page.mouse.move(points[0].x, points[0].y)
  await page.mouse.down({ button })
  for (const { x, y } of points.slice(1)) await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.up({ button })
}

/** The same with a finger. */
async function touched(page, cells, size) {
  const client = await page.context().newCDPSession(page)
  const points = []
  for (const cell of cells) points.push(await point(page, cell, size))
  const send = (type, touchPoints) => client.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', [points[0]])
  for (const at of points.slice(1)) await send('touchMove', [at])
  await send('touchEnd', [])
}

const way = async (page, cols, index = 0) => {
  const text = await card(page, index).locator('canvas').getAttribute('data-way')
  return text.split(' ').map((at) => [Math.floor(Number(at) / cols), Number(at) % cols])
}

/** Rejects a page that axe finds fault with. */
async function accessible(page, what) {
  const found = await page.evaluate(`${axe}; axe.run(document, { resultTypes: ['violations'] })`)
  const faults = found.violations.map(
    (fault) => `${fault.id}: ${fault.nodes.map((node) => node.html.slice(0, 140)).join(' | ')}`,
  )
  assert.deepEqual(faults, [], what)
}

test('the canvas comes first and all controls are at hand, on a desk and on a phone, in both languages', async () => {
  for (const [what, size] of Object.entries({ desk: DESK, phone: PHONE }))
    for (const [locale, colorScheme] of [
      ['en-GB', 'light'],
      ['zh-CN', 'dark'],
    ]) {
      const page = await ready({ ...size, locale, colorScheme })
      const name = `${what} ${locale}`
      const { width, height } = size.viewport
      const header = await page.locator('header').boundingBox()
      const box = await card(page).locator('canvas').boundingBox()
      assert.ok(header.height < 70, `${name}: navigation takes ${header.height} pixels`)
      assert.ok(box.y - header.height < 40, `${name}: ${box.y - header.height} pixels above the canvas`)
      assert.ok(box.y + box.height <= height, `${name}: the canvas ends at ${box.y + box.height}`)
      assert.ok(box.width * box.height > 0.25 * width * height, `${name}: ${box.width} x ${box.height}`)
      for (const control of ['tool-wall', 'tool-erase', 'undo', 'clear', 'play', 'scrub', 'full']) {
        const at = await page.locator(by(control)).boundingBox()
        assert.ok(at.x >= 0 && at.x + at.width <= width, `${name}: ${control} is cut off`)
        assert.ok(at.y + at.height <= height, `${name}: ${control} is below the screen`)
        if (what === 'phone') {
          assert.ok(at.y > height * 0.66, `${name}: ${control} is out of a thumb's reach`)
          assert.ok(at.height >= 32, `${name}: ${control} is ${at.height} high`)
        }
      }
      if (locale === 'zh-CN') assert.match(await page.locator('h1').textContent(), /[\u4e00-\u9fff]/)
      const cut = await page.evaluate(() => {
        const wide = document.documentElement.scrollWidth
        const cut = [...document.querySelectorAll('main :is(button, label, dt, dd, p, span, summary)')].filter(
          (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'hidden',
        )
        return {
          wide,
          cut: cut
            .filter((part) => getComputedStyle(part).clipPath === 'none')
            .map((part) => part.outerHTML.slice(0, 90)),
        }
      })
      assert.ok(cut.wide <= width, `${name}: ${cut.wide} wide`)
      assert.deepEqual(cut.cut, [], name)
      await accessible(page, name)
      await page.context().close()
    }
  assert.deepEqual(browser.complaints, [])
})

test('walls drawn with the mouse are searched at once, erased and undone', async () => {
  const page = await ready()
  const size = [9, 12]
  await emptyGrid(page, ...size)
  // Start and goal stand in the middle row, a quarter from the sides.
  await says(page, /^5$/)
  await drawn(
    page,
    [
      [2, 6],
      [6, 6],
    ],
    size,
  )
  await says(page, /^11$/)
  const around = await way(page, 12)
  assert.ok(around.every(([row, col]) => col !== 6 || row < 2 || row > 6))
  // A stroke that begins on a wall erases, and so does the right button.
  await drawn(
    page,
    [
      [6, 6],
      [5, 6],
    ],
    size,
  )
  await says(page, /^7$/)
  await drawn(
    page,
    [
      [4, 6],
      [4, 6],
    ],
    size,
    'right',
  )
  await says(page, /^5$/)
  await page.locator(by('undo')).click()
  await says(page, /^7$/)
  await page.keyboard.press('Control+z')
  await says(page, /^11$/)
  await page.keyboard.press('Control+Shift+z')
  await says(page, /^7$/)
  await page.locator(by('redo')).click()
  await says(page, /^5$/)
  assert.equal(await page.locator(by('redo')).isDisabled(), true)
  // All around the goal: there is no path.
  await drawn(
    page,
    [
      [3, 8],
      [4, 7],
      [5, 8],
      [4, 9],
    ],
    size,
  )
  await page.locator(by('clear')).click()
  await says(page, /^5$/)
  await drawn(
    page,
    [
      [0, 7],
      [8, 7],
    ],
    size,
  )
  await says(page, 'No path')
  await page.locator(by('clear')).click()
  await says(page, /^5$/)
  assert.deepEqual(browser.complaints, [])
})

test('start and goal are dragged, over walls too, and the path follows', async () => {
  const page = await ready()
  const size = [9, 12]
  await emptyGrid(page, ...size)
  await drawn(
    page,
    [
      [0, 6],
      [8, 6],
    ],
    size,
  )
  await says(page, 'No path')
  await drawn(
    page,
    [
      [4, 8],
      [4, 5],
      [0, 3],
    ],
    size,
  )
  await says(page, /^4$/)
  assert.deepEqual((await way(page, 12)).at(-1), [0, 3])
  await drawn(
    page,
    [
      [4, 3],
      [4, 0],
    ],
    size,
  )
  await says(page, /^7$/)
  // The wall that was crossed is still there.
  await drawn(
    page,
    [
      [0, 3],
      [4, 11],
    ],
    size,
  )
  await says(page, 'No path')
  assert.deepEqual(browser.complaints, [])
})

test('weights are drawn, counted and walked around', async () => {
  const page = await ready()
  const size = [5, 12]
  await emptyGrid(page, ...size)
  await says(page, /^5$/)
  await page.locator(by('tool-weight')).click()
  await page.locator(by('weight')).fill('9')
  await drawn(
    page,
    [
      [0, 6],
      [3, 6],
    ],
    size,
  )
  await says(page, /^9$/)
  const rows = Array.from({ length: 5 }, (_, row) => '000000' + (row < 4 ? '9' : '0') + '00000')
  assert.equal(cheapest(rows, [2, 3], [2, 8]), 9)
  await drawn(
    page,
    [
      [4, 6],
      [4, 6],
    ],
    size,
  )
  await says(page, /^13$/)
  // Breadth-first search counts steps and pays for it; jump point search does not know weights.
  await page.locator(by('search-0')).selectOption('breadth-first')
  await says(page, /^13/)
  assert.equal(await page.locator(`${by('search-0')} option[value=jps]`).isDisabled(), true)
  // The same tool on a weighted cell takes the weight away.
  await drawn(
    page,
    [
      [2, 6],
      [2, 6],
    ],
    size,
  )
  await says(page, /^5/)
  assert.deepEqual(browser.complaints, [])
})

test('a map is drawn with a finger on a phone', async () => {
  const page = await ready({ ...PHONE, locale: 'zh-CN' })
  const size = [9, 12]
  await emptyGrid(page, ...size)
  await page.evaluate(() => scrollTo(0, 0))
  await says(page, /^5$/)
  await page.locator(by('tool-weight')).tap()
  assert.equal(await page.locator(by('tool-weight')).getAttribute('aria-pressed'), 'true')
  await page.locator(by('tool-wall')).tap()
  await touched(
    page,
    [
      [2, 6],
      [4, 6],
      [6, 6],
    ],
    size,
  )
  await says(page, /^11$/)
  await page.locator(by('tool-erase')).click()
  await touched(
    page,
    [
      [2, 6],
      [6, 6],
    ],
    size,
  )
  await says(page, /^5$/)
  await page.locator(by('undo')).click()
  await says(page, /^11$/)
  await page.locator(by('redo')).click()
  await says(page, /^5$/)
  await touched(
    page,
    [
      [4, 8],
      [3, 10],
      [1, 11],
    ],
    size,
  )
  await says(page, /^11$/)
  assert.deepEqual((await way(page, 12)).at(-1), [1, 11])
  await page.locator(by('play')).click()
  await page.locator(by('play')).click()
  await accessible(page, 'drawn on')
  await page.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('a map is drawn with the keyboard alone', async () => {
  const page = await ready()
  await emptyGrid(page, 9, 12)
  await card(page).locator('canvas').focus()
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  // From the start two cells up, three to the right, and a wall down from there.
  await press('ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  for (let row = 2; row <= 6; row++) await press('Space', 'ArrowDown')
  await says(page, /^11$/)
  await press('ArrowUp', 'Delete')
  await says(page, /^9$/)
  await press('ArrowRight', 'g')
  await says(page, /^6$/)
  await press('ArrowLeft', 's')
  await says(page, /^1$/)
  await press('Control+z')
  await says(page, /^6$/)
  await card(page)
    .locator(by('cell'))
    .filter({ hasText: /^row 6, column 6: f 6 = g \d \+ h 1, closed|open$/ })
    .waitFor()
  // Elsewhere the keys are of the film and of the tools.
  await page.locator('h1').evaluate((title) => ((title.tabIndex = -1), title.focus()))
  await press('Home', 'ArrowRight', 'ArrowRight')
  assert.equal(await page.locator(by('scrub')).inputValue(), '2')
  await press('End', '3')
  assert.equal(await page.locator(by('tool-erase')).getAttribute('aria-pressed'), 'true')
  await says(page, /^6$/)
  assert.deepEqual(browser.complaints, [])
})

test('an answer about a map that is gone is never shown', async () => {
  const page = await ready()
  const size = [9, 12]
  await emptyGrid(page, ...size)
  await says(page, /^5$/)
  // Answers come late and in the wrong order.
  const held = []
  await page.route('**/api/films', async (route) => {
    const reply = await route.fetch()
    await new Promise((go) => held.push(go))
    await route.fulfill({ response: reply }).catch(() => {})
  })
  await drawn(
    page,
    [
      [4, 5],
      [4, 5],
    ],
    size,
  )
  assert.equal(await cost(page).textContent(), '…')
  assert.equal(await card(page).locator('canvas').getAttribute('data-way'), null)
  const seen = page.evaluate(() => {
    const texts = new Set()
    const note = () => {
      const way = document.querySelector('canvas').dataset.way
      texts.add(
        `${document.querySelector('[data-test=cost]').textContent.trim()} ${way ? way.split(' ').length - 1 : '-'}`,
      )
    }
    const watch = new MutationObserver(note)
    watch.observe(document.querySelector('figure'), {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
    return new Promise((done) => {
      window.enough = () => (note(), watch.disconnect(), done([...texts]))
    })
  })
  await drawn(
    page,
    [
      [2, 6],
      [6, 6],
    ],
    size,
  )
  await drawn(
    page,
    [
      [1, 6],
      [1, 6],
    ],
    size,
  )
  assert.equal(await cost(page).textContent(), '…')
  const current = says(page, /^11$/)
  const letGo = setInterval(() => held.splice(0).forEach((go) => go()), 20)
  await current
  clearInterval(letGo)
  await page.evaluate(() => window.enough())
  // Until the last answer nothing was said, and then only that one.
  assert.deepEqual(
    (await seen).filter((text) => text !== '… -'),
    ['11 11'],
  )
  await page.unroute('**/api/films', { behavior: 'ignoreErrors' })
  browser.forgive(/ERR_FAILED|ERR_ABORTED/)
  assert.deepEqual(browser.complaints, [])
})

test('a pasted maze is watched step by step to its end, and the path drawn is a shortest', async () => {
  const page = await ready()
  await page.locator(by('add')).click()
  await pasted(page, MAZE.join('\n'))
  const best = cheapest(MAZE, [1, 0], [7, 12])
  for (const index of [0, 1]) await says(page, new RegExp(`^${best}$`), index)
  await page.locator(by('begin')).click()
  const max = Number(await page.locator(by('scrub')).getAttribute('max'))
  assert.ok(max > 20, `${max} steps`)
  for (let step = 0; step < 12; step++) await page.locator(by('on')).click()
  assert.equal(await page.locator(by('scrub')).inputValue(), '12')
  await page.locator(by('back')).click()
  assert.equal(await page.locator(by('scrub')).inputValue(), '11')
  await page.locator(by('end')).click()
  for (const index of [0, 1]) {
    const canvas = card(page, index).locator('canvas')
    const cells = await way(page, 13, index)
    assert.deepEqual(
      [cells[0], cells.at(-1)],
      [
        [1, 0],
        [7, 12],
      ],
    )
    for (const [at, [row, col]] of cells.entries()) {
      assert.equal(MAZE[row][col], '0')
      if (at > 0) assert.equal(Math.abs(row - cells[at - 1][0]) + Math.abs(col - cells[at - 1][1]), 1)
    }
    assert.equal(cells.length - 1, best)
    // The line is really there: its colour stands in the middle of a cell of the path.
    const [row, col] = cells[Math.floor(cells.length / 2)]
    const pixel = await canvas.evaluate(
      (canvas, [x, y]) => [
        ...canvas.getContext('2d').getImageData(Math.round(x * canvas.width), Math.round(y * canvas.height), 1, 1).data,
      ],
      [(col + 0.5) / 13, (row + 0.5) / 9],
    )
    assert.deepEqual(pixel.slice(0, 3), [0xc2, 0x30, 0x1f])
  }
  // A text that is no maze says where, and leaves the map alone.
  await pasted(page, '000\n0x0\n')
  await page.getByRole('alert').filter({ hasText: 'line 2, column 2' }).waitFor()
  assert.equal((await cost(page).textContent()).trim(), String(best))
  browser.forgive(/422/)
  assert.deepEqual(browser.complaints, [])
})

test('up to four searches run side by side, in step and in time, with heuristics by name', async () => {
  const page = await ready()
  for (let more = 0; more < 3; more++) await page.locator(by('add')).click()
  assert.equal(await page.locator(by('add')).count(), 0)
  await answered(page)
  const titles = await page.locator(`${by('search-3')} option`).allTextContents()
  for (const title of ['A*', 'IDA* with table', 'Dijkstra', 'Jump point search', 'Theta*', 'D* Lite'])
    assert.ok(titles.includes(title), title)
  const shortest = await cost(page).textContent()
  const chosen = ['manhattan', 'octile', 'euclidean', 'zero']
  const expanded = []
  for (const [index, heuristic] of chosen.entries()) {
    await page.locator(by(`search-${index}`)).selectOption('astar')
    await page.locator(by(`heuristic-${index}`)).selectOption(heuristic)
  }
  await answered(page)
  await page.locator(by('end')).click()
  for (const index of chosen.keys()) {
    assert.equal(await cost(page, index).textContent(), shortest, chosen[index])
    expanded.push(Number((await card(page, index).locator(by('expanded')).textContent()).replaceAll(',', '')))
  }
  assert.ok(expanded[0] <= expanded[1] && expanded[1] < expanded[3], `${expanded}`)
  // In step all are at the same step; in time all are over when the slowest is.
  const steps = async () =>
    Promise.all(
      chosen.map(async (_, index) => {
        const label = await card(page, index).locator('canvas').getAttribute('aria-label')
        return label
          .match(/step (\d+) of (\d+)/)
          .slice(1)
          .map(Number)
      }),
    )
  await page.locator(by('begin')).click()
  for (let step = 0; step < 5; step++) await page.locator(by('on')).click()
  assert.deepEqual(
    (await steps()).map(([at]) => at),
    [5, 5, 5, 5],
  )
  await page.locator(by('together')).selectOption({ index: 1 })
  assert.equal(await page.locator(by('scrub')).getAttribute('max'), '1000')
  await page.locator(by('end')).click()
  assert.ok((await steps()).every(([at, all]) => at === all))
  // A weight is told, and its promise is said.
  await page.locator(by('search-1')).selectOption('weighted-astar')
  const asked = page.waitForRequest((request) => /weighted-astar:[^"]*weight=5/.test(request.postData() ?? ''))
  await set(page, 'weight-1', 5)
  await asked
  await cost(page, 1).getByText('not always the shortest').waitFor({ state: 'attached' })
  await accessible(page, 'four searches')
  await page.locator(by('remove-3')).click()
  await page.locator(by('remove-0')).click()
  assert.equal(await page.locator('figure').count(), 2)
  assert.equal(await page.locator(by('search-0')).inputValue(), 'weighted-astar')
  assert.deepEqual(browser.complaints, [])
})

test('backwards a trace looks as it did forwards', async () => {
  const page = await ready()
  await pasted(page, MAZE.join('\n'))
  await page.locator(by('add')).click()
  await page.locator(by('search-0')).selectOption('ida-table')
  await page.locator(by('search-1')).selectOption('fringe')
  await answered(page)
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

test('a maze is made before your eyes, then searched; a film plays and can be stopped', async () => {
  const page = await open({ reducedMotion: 'no-preference' })
  await answered(page)
  const picture = () => page.evaluate(() => document.querySelector('canvas').toDataURL())
  await page.locator(by('ground')).selectOption('perfect')
  const seen = []
  await page.locator('.cards[aria-busy=true]').waitFor()
  while ((await page.locator('.cards[aria-busy=true]').count()) > 0) seen.push(await picture())
  assert.ok(new Set(seen).size > 3, `${seen.length} looks, ${new Set(seen).size} pictures`)
  // The search begins by itself.
  await page.waitForFunction(() => Number(document.querySelector('[data-test=scrub]').value) > 0)
  await page.locator(by('play')).click()
  const at = await page.locator(by('scrub')).inputValue()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  assert.equal(await page.locator(by('scrub')).inputValue(), at)
  await page.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('supplies are placed, and the walker makes the detour', async () => {
  const page = await ready()
  await page.locator(by('kind-supply')).check({ force: true })
  await answered(page)
  await pasted(page, '3 7 4\n3 0 0 0 0 0 4\n0 0 0 0 0 0 0\n1 1 1 1 1 1 1\n')
  await says(page, 'No path')
  await page.locator(by('tool-supply')).click()
  await drawn(
    page,
    [
      [1, 3],
      [1, 3],
    ],
    [3, 7],
  )
  await says(page, /^8$/)
  assert.ok((await way(page, 7)).some(([row, col]) => row === 1 && col === 3))
  await set(page, 'food', 6)
  await says(page, /^6$/)
  await page.locator(by('add')).click()
  await says(page, /^6$/, 1)
  const titles = await page.locator(`${by('search-1')} option`).allTextContents()
  assert.ok(titles.includes('A*, Manhattan'), `${titles}`)
  assert.deepEqual(browser.complaints, [])
})

test('a road map is searched in several ways, its ends are dragged, and its best roads are shown', async () => {
  const page = await ready()
  await page.locator(by('kind-roads')).check({ force: true })
  await page.getByRole('heading', { name: 'Best roads' }).waitFor()
  assert.equal(await page.locator('.roads li').count(), 5)
  await page.locator(by('add')).click()
  await answered(page)
  const number = async (locator) => (await locator.textContent()).trim().replaceAll(',', '')
  const best = () => number(page.locator('.roads li strong').first())
  for (const search of ['bidirectional', 'astar']) {
    await page.locator(by('search-1')).selectOption(search)
    await answered(page)
    for (const index of [0, 1]) {
      assert.equal(await number(cost(page, index)), await best(), search)
      assert.equal((await way(page, 1e9, index))[0][1], 0)
    }
  }
  const before = await best()
  const canvas = card(page).locator('canvas')
  await canvas.focus()
  await page.keyboard.press('ArrowRight')
  await card(page)
    .locator(by('cell'))
    .filter({ hasText: /state 2, cost [\d,]+: f [\d,]+ = g [\d,]+ \+ h [\d,]+, closed/ })
    .waitFor()
  // The goal is drawn nearer, and the road is cheaper then.
  const box = await canvas.boundingBox()
  await page.mouse.move(box.x + 0.947 * box.width, box.y + 0.959 * box.height)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 6 })
  await page.mouse.up()
  await page.waitForFunction((old) => {
    const road = document.querySelector('.roads li strong')
    return road && Number(road.textContent.replaceAll(',', '')) < Number(old)
  }, before)
  await page.locator(by('undo')).click()
  await page
    .locator('.roads li strong')
    .first()
    .filter({ hasText: Number(before).toLocaleString('en') })
    .waitFor()
  await page.locator(by('formula')).selectOption('steps')
  await page.waitForFunction(() => Number(document.querySelector('.roads li strong')?.textContent) < 100)
  const download = page.waitForEvent('download')
  await card(page, 1).locator(by('export')).click()
  await card(page, 1).locator(by('svg')).click()
  assert.match(readFileSync(await (await download).path(), 'utf8'), /^<svg[^]*<use[^]*<animate[^]*<polyline/)
  await accessible(page, 'a road map')
  assert.deepEqual(browser.complaints, [])
})

test('a maze, a supply maze, a map and a road picture are opened from files', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'boyi-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const picture = join(folder, 'map.png')
  execFileSync(PROGRAM, ['roads', 'new', '--size', '30x40', '--seed', '5', '--out', picture])
  const page = await ready()
  // From here on the page makes nothing of its own in place of what was brought.
  const made = []
  page.on('request', (request) => /films\/(new|roads\/new)/.test(request.url()) && made.push(request.url()))
  const bring = (name, buffer) =>
    page
      .locator(by('file'))
      .setInputFiles({ name, mimeType: name.endsWith('png') ? 'image/png' : 'text/plain', buffer: Buffer.from(buffer) })
  await bring('maze.txt', '1111111\n0000000\n1111111\n')
  await says(page, /^6$/)
  await bring('supply.txt', '3 5 9\n1 1 1 1 1\n3 0 2 0 4\n1 1 1 1 1\n')
  await says(page, /^4$/)
  await bring('map.png', readFileSync(picture))
  await page.locator('.roads li').first().waitFor()
  await bring('arena.map', 'type octile\nheight 3\nwidth 3\nmap\n...\n...\n...\n')
  await says(page, /^2\.83$/)
  assert.equal(await page.locator(by('diagonal')).isChecked(), true)
  await bring('broken.png', '\u0089PNG')
  await bring('maze.txt', '11111\n00000\n11111\n')
  await says(page, /^4$/)
  assert.deepEqual(made, [])
  await page.context().close()
  browser.forgive(/422/)
  assert.deepEqual(browser.complaints, [])
})

test('a link holds the whole scene, old addresses lead here, and a bad link is explained', async () => {
  const page = await ready({ permissions: ['clipboard-read', 'clipboard-write'] }, '/steps')
  assert.equal(new URL(page.url()).pathname, '/paths')
  const size = [7, 12]
  await emptyGrid(page, ...size)
  await drawn(
    page,
    [
      [1, 6],
      [5, 6],
    ],
    size,
  )
  await page.locator(by('tool-weight')).click()
  await drawn(
    page,
    [
      [0, 6],
      [0, 6],
    ],
    size,
  )
  await page.locator(by('diagonal')).check()
  await page.locator(by('add')).click()
  await page.locator(by('search-1')).selectOption('ara')
  await page.locator(by('heuristic-1')).selectOption('euclidean')
  await set(page, 'weight-1', 4)
  await answered(page)
  await page.locator(by('share')).click()
  await page.locator(by('shared')).filter({ hasText: 'Link copied' }).waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  assert.match(link, /\/paths#1\.[A-Za-z0-9_-]+$/)
  assert.ok(link.length < 500, `${link.length} letters`)
  const both = async (page) =>
    Promise.all([0, 1].map(async (index) => [await cost(page, index).textContent(), await way(page, 12, index)]))
  const here = await both(page)
  // The address follows by itself, so that a reload brings the scene back.
  await page.waitForURL(link)
  await page.reload()
  await answered(page)
  assert.deepEqual(await both(page), here)
  const other = await ready({ locale: 'zh-CN' }, new URL(link).pathname + new URL(link).hash)
  assert.deepEqual(await both(other), here)
  assert.equal(await other.locator(by('heuristic-1')).inputValue(), 'euclidean')
  assert.equal(await other.locator(by('weight-1')).inputValue(), '4')
  assert.equal(await other.locator(by('diagonal')).isChecked(), true)
  // Another link pasted into the same window.
  await other.evaluate((cut) => (location.hash = cut), new URL(link).hash.slice(0, -9))
  await other.getByRole('alert').filter({ hasText: '链接不完整或已损坏' }).waitFor()
  assert.deepEqual(await both(other), here, 'the scene stays')
  const damaged = await ready({}, '/paths#1.nonsense')
  await damaged.getByRole('alert').filter({ hasText: 'incomplete or damaged' }).waitFor()
  assert.match(await cost(damaged).textContent(), /\d/)
  const newer = await ready({}, '/paths#2.abc')
  await newer.getByRole('alert').filter({ hasText: 'newer version' }).waitFor()
  for (const each of [page, other, damaged, newer]) await each.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('a search is exported as GIF, SVG and JSON', async () => {
  const page = await ready()
  await pasted(page, '11111\n05000\n11110\n10000\n11111\n')
  await says(page, /^10$/)
  const files = {}
  for (const kind of ['gif', 'svg', 'json']) {
    const download = page.waitForEvent('download')
    await card(page).locator(by('export')).click()
    await card(page).locator(by(kind)).click()
    const file = await download
    assert.equal(file.suggestedFilename(), `A_.${kind}`.replace('A_', file.suggestedFilename().split('.')[0]))
    files[kind] = readFileSync(await file.path())
  }
  assert.ok(files.gif.toString('latin1').startsWith('GIF89a'))
  assert.match(files.svg.toString(), /^<svg[^]*<animate[^]*<polyline/)
  const trace = JSON.parse(files.json)
  assert.deepEqual([trace.kind, trace.rows, trace.cols, trace.algorithm], ['maze', 5, 5, 'astar'])
  assert.equal(trace.map, '11111\n05000\n11110\n10000\n11111\n')
  const expanded = trace.events.filter(({ event }) => event === 'expanded').length
  assert.equal(String(expanded), (await card(page).locator(by('expanded')).textContent()).trim())
  assert.deepEqual(trace.events.at(-1).at[0], [1, 0])
  assert.deepEqual(browser.complaints, [])
})

test('every search of the list has its film', async () => {
  const page = await ready()
  await page.locator(by('ground')).selectOption('rooms')
  await answered(page)
  const names = (
    await page.locator(`${by('search-0')} option`).evaluateAll((all) => all.map(({ value }) => value))
  ).filter((name) => name !== 'auto' && name !== 'ida')
  assert.equal(names.length, 15)
  for (const name of names) {
    const asked = page.waitForResponse((reply) => reply.url().endsWith('/api/films') && reply.ok())
    await page.locator(by('search-0')).selectOption(name)
    await asked
    await answered(page)
    assert.ok(Number(await page.locator(by('scrub')).getAttribute('max')) > 10, name)
    assert.ok((await way(page, 45)).length > 1, name)
  }
  assert.deepEqual(browser.complaints, [])
})

test('maps change under a walker, and several agents keep out of each other’s way', async () => {
  const page = await ready()
  await page.locator(by('ground')).selectOption('rooms')
  await answered(page)
  await page.locator(by('search-0')).selectOption('dstar-lite')
  await set(page, 'changes', 40)
  await answered(page)
  await page.locator(by('end')).click()
  const canvas = card(page).locator('canvas')
  await page.waitForFunction(() => document.querySelector('canvas').dataset.walkers)
  assert.match(await canvas.getAttribute('data-walkers'), /^\d+$/, 'one walker')
  await set(page, 'agents', 4)
  await answered(page)
  assert.ok(['cbs', 'cooperative'].includes(await page.locator(by('search-0')).inputValue()))
  assert.equal(await page.locator(by('changes')).inputValue(), '0')
  await page.locator(by('end')).click()
  const ends = (await canvas.getAttribute('data-walkers')).split(' ')
  assert.equal(new Set(ends).size, 4, 'four agents at four goals')
  assert.equal(await page.locator(`${by('search-0')} option[value=astar]`).isDisabled(), true)
  assert.deepEqual(browser.complaints, [])
})

test('the sandbox fills the screen and comes back', async () => {
  const page = await ready()
  const before = await card(page).locator('canvas').boundingBox()
  await page.locator(by('full')).click()
  await page.locator('.sandbox.full').waitFor()
  await page.locator(by('leavefull')).waitFor()
  await page.waitForFunction(
    (high) => document.querySelector('canvas').getBoundingClientRect().height > high,
    before.height,
  )
  await page.locator(by('leavefull')).click()
  await page.locator('.sandbox.full').waitFor({ state: 'detached' })
  await page.keyboard.press('Tab')
  await page.locator('h1').evaluate((title) => ((title.tabIndex = -1), title.focus()))
  await page.keyboard.press('f')
  await page.locator('.sandbox.full').waitFor()
  assert.deepEqual(browser.complaints, [])
  await page.context().close()
})

test('a trace of 512 x 512 cells paints only what changes, forwards and backwards', async () => {
  const page = await ready()
  await page.locator(by('search-0')).selectOption('uniform-cost')
  await page.locator(by('ground')).selectOption('braided')
  await set(page, 'rows', 512)
  await set(page, 'cols', 512)
  const canvas = card(page).locator('canvas')
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
      ({ step }) => document.querySelector('[data-test=trace-0] canvas').ariaLabel.includes(`step ${step} of`),
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
    // One cell changes; the path to it may be another one altogether.
    assert.ok((await painted()) <= 2 * way + 100, `${button}: ${await painted()} cells, path ${way}`)
  }
  // Backwards by a thousand frames is as much work as forwards.
  await scrub(middle - 1001)
  await at(middle - 1001)
  assert.ok((await painted()) <= 1000 + 2 * way + 100, `${await painted()} cells`)
  assert.deepEqual(browser.complaints, [])
})

test('a search that takes too long is stopped', async () => {
  const page = await ready()
  await set(page, 'rows', 200)
  await set(page, 'cols', 200)
  await answered(page)
  await page.locator(by('search-0')).selectOption('ida')
  await page.locator(by('stop')).click()
  await page.locator(by('stop')).waitFor({ state: 'detached' })
  await page.getByRole('alert').filter({ hasText: 'Stopped' }).waitFor()
  await page.locator(by('search-0')).selectOption('astar')
  await answered(page)
  assert.equal(await page.getByRole('alert').count(), 0)
  assert.deepEqual(browser.complaints, [])
})
