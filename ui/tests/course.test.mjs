// A whole course: made from a roster, two labs handed out, handed in right, wrong and with bad intent, graded,
// looked after, exported; and a class tournament that somebody else watches.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inspected } from './axe.mjs'
import { browser, server } from './fixture.mjs'
import { PROGRAM, api, quiet, until } from './harness.mjs'

const folder = mkdtempSync(join(tmpdir(), 'boyi-course-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true, locale: 'zh-CN' }
const ROSTER = 'id,name,role\nt1,Ms Fang,teacher\na1,Helper,assistant\ns1,Ada,\ns2,Ben,\ns3,"Mal, Lory",\n'

/** A file to hand in: the starter of a lab with other functions in it. */
function written(lab, name, functions) {
  const work = join(folder, `${lab}-starter`)
  spawnSync(PROGRAM, ['assignment', 'new', lab, '--lang', 'python', '--folder', work])
  const starter = readFileSync(join(work, 'bot.py'), 'utf8')
  const [from, to] = [starter.indexOf('\ndef '), starter.indexOf('FUNCTIONS = ')]
  const body = functions === undefined ? starter.slice(from, to) : `\n${functions}\n\n`
  mkdirSync(join(folder, name), { recursive: true })
  const file = join(folder, name, 'bot.py')
  writeFileSync(file, `# ${name}\n${starter.slice(0, from)}${body}${starter.slice(to)}`)
  return file
}

const SOLUTIONS = process.env.BOYI_SOLUTIONS ?? new URL('../../crates/course/solutions', import.meta.url).pathname
const solution = (name) => readFileSync(join(SOLUTIONS, `${name}.py`), 'utf8')

/** Two steps, wherever the exit is. */
const WRONG_WAY = 'def a_star(text):\n    return "RDRDRD\\n9"\n\n\ndef ida_star(text):\n    return "DR"\n'

/** Writes without end where it should answer. */
const flood = (functions) =>
  functions.map((name) => `def ${name}(text):\n    while True:\n        sys.stdout.write('x' * 10000)\n`).join('\n') +
  '\n\ndef choose(turn, side):\n    return turn["legal"][0]\n'

/** Keeps the cookies of a page, and none of its settings: another browser may speak another language. */
async function keepVisit(page, name) {
  const { cookies } = await page.context().storageState()
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ cookies, origins: [] }))
}

/** Enters with a code through the form. */
async function enter(page, course, code) {
  await page.goto(`${server.base}/course/${course}`)
  const form = page.locator('[data-test=enter]')
  await form.locator('input').fill(code)
  await form.locator('button').click()
  await page.locator('[data-test=me]').waitFor()
}

/** One of the teacher's views. */
const view = (page, name) => page.locator('#main nav').getByRole('link', { name, exact: true })

/** Hands a file in and waits until it is graded; its points. */
async function handIn(page, lab, file) {
  await page.goto(`${server.base}/course/ai/lab/${lab}`)
  const before = await page.locator('[data-test=versions] tr').count()
  await page.locator('[data-test=hand-in] input[type=file]').setInputFiles(file)
  await page.locator('[data-test=hand-in] button.primary').click()
  await page.waitForFunction((n) => document.querySelectorAll('[data-test=versions] tr').length > n, before)
  await page.locator('[data-test=newest] [data-test=sum]').waitFor()
  return Number(await page.locator('[data-test=newest] [data-test=sum] strong').textContent())
}

async function nothingCutOff(page, what) {
  const { wide, high } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    high: innerWidth,
  }))
  assert.ok(wide <= high, `${what}: ${wide} wide on ${high}`)
  await inspected(page, what)
}

const codes = {}

test('a teacher makes a course from a roster and hands out two labs', async () => {
  const page = await browser.open(server.base)
  await page.locator('[data-door=teach]').click()
  const form = page.locator('[data-test=make]')
  await form.getByLabel('Title').fill('Artificial intelligence')
  await form.getByLabel('Short name').fill('ai')
  await form.getByLabel('Roster', { exact: true }).fill(ROSTER)
  await nothingCutOff(page, 'a new course')
  await form.getByRole('button', { name: 'Make it' }).click()
  const shown = page.locator('[data-code]')
  await shown.nth(4).waitFor()
  for (const cell of await shown.all()) codes[await cell.getAttribute('data-code')] = await cell.textContent()
  assert.deepEqual(Object.keys(codes).sort(), ['a1', 's1', 's2', 's3', 't1'])
  await nothingCutOff(page, 'the codes')
  await page.getByRole('link', { name: 'Open the course' }).click()
  await page.locator('[data-test=enter] input').fill(codes.t1.toLowerCase())
  await page.locator('[data-test=enter] button').click()
  await page.locator('[data-test=me]').filter({ hasText: 'Ms Fang · teacher' }).waitFor()
  // A cookie that scripts cannot read.
  assert.equal(await page.evaluate(() => document.cookie), '')
  const [cookie] = (await page.context().cookies()).filter((one) => one.name === 'boyi-visit-ai')
  assert.deepEqual([cookie.httpOnly, cookie.sameSite], [true, 'Strict'])

  await view(page, 'Labs').click()
  for (const lab of ['maze', 'othello']) {
    const form = page.locator('[data-test=hand-out]')
    await form.locator('select').selectOption(lab)
    await form.locator('input').fill('2099-06-01T23:59')
    await form.getByRole('button').click()
    await page.locator(`[data-test=handed-out] a[href$="/${lab}"]`).waitFor()
  }
  await nothingCutOff(page, 'labs')
  // The code is used up.
  const other = await browser.open(`${server.base}/course/ai`)
  await other.locator('[data-test=enter] input').fill(codes.t1)
  await other.locator('[data-test=enter] button').click()
  await other.getByRole('alert').waitFor()
  browser.forgive(/401/)
  await other.context().close()
  await keepVisit(page, 'teacher')
  await page.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('three students hand in: what is right, what is wrong, and an attack', async () => {
  const right = await browser.open(server.base)
  await enter(right, 'ai', codes.s1)
  await right.locator('[data-test=labs] li').nth(1).waitFor()
  const starter = right.waitForEvent('download')
  await right.locator('[data-test=labs] a[href$="/maze"]').click()
  await right.getByRole('link', { name: 'Rust' }).click()
  assert.equal((await starter).suggestedFilename(), 'maze-rust.zip')
  await right.locator('[data-test=rate]').filter({ hasText: '12 submissions an hour' }).waitFor()
  assert.equal(await handIn(right, 'maze', written('maze', 'right-maze', solution('maze'))), 100)
  assert.equal(await handIn(right, 'othello', written('othello', 'right-othello', solution('reversi'))), 100)
  await nothingCutOff(right, 'all right')
  await keepVisit(right, 'right')

  // On a phone, in Chinese.
  const wrong = await browser.open(server.base, PHONE)
  await enter(wrong, 'ai', codes.s2)
  await nothingCutOff(wrong, 'a student on a phone')
  assert.ok((await handIn(wrong, 'othello', written('othello', 'wrong-othello'))) <= 25)
  const lost = wrong.locator('a[href^="/analyse/reversi?"]').first()
  await lost.waitFor()
  const game = await browser.open(server.base + (await lost.getAttribute('href')))
  await game.locator('button.quiet[aria-current=true]').waitFor()
  await game.context().close()
  assert.ok((await handIn(wrong, 'maze', written('maze', 'wrong-maze', WRONG_WAY))) < 100)
  await nothingCutOff(wrong, 'a wrong answer on a phone')
  const map = wrong.locator('a[href^="/paths#1."]').first()
  const maze = await browser.open(server.base + (await map.getAttribute('href')))
  // What was answered is drawn beside our own way.
  await maze.locator('canvas[data-answer]').first().waitFor()
  if (process.env.BOYI_PICTURES) await maze.screenshot({ path: join(process.env.BOYI_PICTURES, 'wrong-way.png') })
  await maze.context().close()
  // What others handed in is not there for one.
  await wrong.goto(`${server.base}/course/ai/submission/1`)
  await wrong.getByRole('alert').waitFor()
  browser.forgive(/404/)
  await wrong.goto(`${server.base}/course/ai`)
  await wrong.locator('[data-test=board] tr').nth(2).waitFor()
  assert.ok(!(await wrong.locator('[data-test=board]').textContent()).includes('Ada'), 'an alias')
  await nothingCutOff(wrong, 'the board on a phone')

  const hostile = await browser.open(server.base)
  await enter(hostile, 'ai', codes.s3)
  const attack = written('othello', 'attack', flood(['moves', 'perft3', 'value2', 'best']))
  assert.ok((await handIn(hostile, 'othello', attack)) <= 25)
  assert.equal(await hostile.locator('[data-test=alarms]').count(), 0, 'they are not told')
  for (const page of [right, wrong, hostile]) await page.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('the teacher sees the alarm, regrades, gives more time and exports', async () => {
  const page = await browser.open(`${server.base}/course/ai`, { storageState: join(folder, 'teacher.json') })
  const cell = (who, lab) => page.locator(`[data-student=${who}] [data-lab=${lab}]`)
  await cell('s1', 'maze').filter({ hasText: '100' }).waitFor()
  await cell('s3', 'othello').getByText('to be looked at').waitFor({ state: 'attached' })
  assert.ok(!(await cell('s2', 'maze').textContent()).includes('⚠'), 'being wrong is no attack')
  await nothingCutOff(page, 'the matrix')
  await cell('s3', 'othello').locator('a').click()
  await page.locator('[data-test=alarms]').filter({ hasText: 'flood' }).waitFor()
  await page.getByText('while True').first().waitFor()
  await nothingCutOff(page, 'an attack')
  const number = page.url().split('/').at(-1)
  await page.locator('[data-test=regrade]').click()
  await page.locator('[data-test=waits]').waitFor()
  await page.locator('[data-test=waits]').waitFor({ state: 'detached' })
  await page.locator('[data-test=alarms]').filter({ hasText: 'flood' }).waitFor()
  const gradings = await page.evaluate(
    (id) => fetch(`/api/courses/ai/submissions/${id}`).then((reply) => reply.json()),
    number,
  )
  assert.equal(gradings.version.state, 'done')

  await view(page, 'Labs').click()
  const extend = page.locator('[data-test=extend]')
  await extend.locator('select').nth(0).selectOption('maze')
  await extend.locator('select').nth(1).selectOption('s3')
  await extend.locator('input').fill('2099-07-01T23:59')
  await extend.getByRole('button').click()
  await page.getByRole('status').filter({ hasText: 's3 has until' }).waitFor()
  await view(page, 'Queue').click()
  await page.locator('[data-test=queue]').filter({ hasText: '0 wait' }).waitFor()
  await view(page, 'People').click()
  await page.locator('[data-test=people] tbody tr').nth(4).waitFor()
  await nothingCutOff(page, 'people')

  await view(page, 'Export').click()
  for (const [form, wanted] of [
    ['csv', /s1,Ada,.*100/],
    ['canvas', /Ada/],
    ['moodle', /s1/],
    ['gradescope', /"max_score"/],
    ['course', /"boyi-course"/],
  ]) {
    const download = page.waitForEvent('download')
    await page.locator(`[data-form=${form}]`).click()
    const file = join(folder, form)
    await (await download).saveAs(file)
    assert.match(readFileSync(file, 'utf8'), wanted, form)
  }
  // Two look alike when one has copied and renamed.
  const copied = written('maze', 'copied', solution('maze').replaceAll('maze', 'grid').replaceAll('cell', 'spot'))
  const copier = await browser.open(server.base)
  const { code } = await page.evaluate(() =>
    fetch('/api/courses/ai/people/s3/code', { method: 'POST' }).then((reply) => reply.json()),
  )
  await enter(copier, 'ai', code)
  await handIn(copier, 'maze', copied)
  await copier.context().close()
  await page.goto(`${server.base}/course/ai/similar/maze`)
  const pair = page.locator('[data-test=pair]')
  await pair.filter({ hasText: 's1 – s3' }).waitFor()
  assert.ok((await pair.locator('pre').count()) >= 2, 'side by side')
  await nothingCutOff(page, 'a pair side by side')
  await page.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('a second browser watches the class tournament, in which only what changed is played again', async () => {
  const teacher = await browser.open(`${server.base}/course/ai/lab/othello`, {
    storageState: join(folder, 'teacher.json'),
  })
  const part = teacher.locator('[data-test=tournament]')
  await part.getByRole('button', { name: 'Begin' }).click()
  const student = await browser.open(`${server.base}/course/ai/lab/othello`, {
    storageState: join(folder, 'right.json'),
  })
  await student.locator('[data-test=tournament] a').waitFor()
  await student.locator('[data-test=tournament] a').click()
  await student.waitForURL('**/watch?contest=class_ai_othello')
  await student.locator('table').first().waitFor()
  await student.getByTestId('progress').filter({ hasText: '6 of 6' }).waitFor()
  const text = await student.locator('main').textContent()
  for (const name of ['Ada', 'Ben', 'Lory']) assert.ok(!text.includes(name), `aliases alone: ${name}`)
  await nothingCutOff(student, 'the tournament')
  const games = () => api(server.base, '/api/contests/class_ai_othello/games')
  const before = await games()
  assert.equal(before.length, 6)

  await student.goto(`${server.base}/course/ai/lab/othello`)
  const better = written('othello', 'better-othello', `${solution('reversi')}\n# once more\n`)
  assert.equal(await handIn(student, 'othello', better), 100)
  await part.getByText('6 of 6').waitFor()
  await part.getByRole('button', { name: 'Play what is new' }).click()
  // Its four games are played; the two between the others stay.
  const all = await until(async () => {
    const found = await games()
    return found.length >= 10 && found
  })
  await student.goto(`${server.base}/watch?contest=class_ai_othello`)
  await student.getByTestId('progress').filter({ hasText: '6 of 6' }).waitFor()
  assert.equal(all.length, 10)
  const kept = new Set(before.map((game) => game.id))
  const fresh = all.filter((game) => !kept.has(game.id))
  assert.ok(
    fresh.every((game) => `${game.first} ${game.second}`.includes(' v2')),
    JSON.stringify(fresh.map((game) => [game.first, game.second])),
  )
  for (const page of [teacher, student]) await page.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('every view of a course fits a phone and a desk in both languages', async () => {
  const views = ['', '/labs', '/people', '/queue', '/export', '/lab/othello', '/submission/1', '/similar/maze']
  for (const viewport of [
    { width: 375, height: 812 },
    { width: 1280, height: 860 },
  ]) {
    for (const locale of ['en-GB', 'zh-CN']) {
      const page = await browser.open(server.base, { viewport, locale, storageState: join(folder, 'teacher.json') })
      for (const view of views) {
        await page.goto(`${server.base}/course/ai${view}`)
        await page.locator('[data-test=me]').waitFor()
        await quiet(page)
        await nothingCutOff(page, `${view || 'class'} at ${viewport.width} in ${locale}`)
        await pictured(page, `teacher${view.replaceAll('/', '-')}`, viewport, locale)
      }
      await page.goto(`${server.base}/course`)
      await page.locator('[data-test=make]').waitFor()
      await nothingCutOff(page, `courses at ${viewport.width} in ${locale}`)
      await pictured(page, 'start', viewport, locale)
      await page.context().close()
      const student = await browser.open(`${server.base}/course/ai`, {
        viewport,
        locale,
        storageState: join(folder, 'right.json'),
      })
      await student.locator('[data-test=board]').waitFor()
      await nothingCutOff(student, `student at ${viewport.width} in ${locale}`)
      await pictured(student, 'student', viewport, locale)
      await student.goto(`${server.base}/course/ai/lab/othello`)
      await student.locator('[data-test=sum]').waitFor()
      await nothingCutOff(student, `lab of a student at ${viewport.width} in ${locale}`)
      await pictured(student, 'student-lab', viewport, locale)
      await student.context().close()
    }
  }
  assert.deepEqual(browser.complaints, [])
})

/** Kept for somebody to look at, where a folder for them is named. */
async function pictured(page, name, { width }, locale) {
  const to = process.env.BOYI_PICTURES
  if (to) await page.screenshot({ path: join(to, `${name}-${width}-${locale}.png`), fullPage: true })
}
