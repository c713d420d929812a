// Lessons: each shows its board and its text in both languages, and its question accepts right answers
// and refuses the planted wrong ones.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { browser, server } from './fixture.mjs'
import { api } from './harness.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const by = (name) => `[data-test=${name}]`
const folder = process.env.BOYI_LESSONS
  ? pathToFileURL(`${process.env.BOYI_LESSONS}/`)
  : new URL('../../docs/lessons/', import.meta.url)
const field = (text, name) => text.match(new RegExp(`^${name}: (.*)$`, 'm'))[1]

const files = readdirSync(folder).filter((name) => /^[a-z-]+\.md$/.test(name))
const lessons = files.map((file) => ({
  name: file.replace('.md', ''),
  en: readFileSync(new URL(file, folder), 'utf8'),
  zh: readFileSync(new URL(file.replace('.md', '.zh.md'), folder), 'utf8'),
}))

test('the list is reached from the navigation and leads to every lesson', async () => {
  const page = await browser.open(server.base)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lessons' }).click()
  const list = page.locator(by('lessons'))
  await list.locator('li').first().waitFor()
  assert.equal(await list.locator('li').count(), lessons.length)
  for (const { name, en } of lessons)
    assert.equal(await list.locator(`a[href="/lessons/${name}"]`).innerText(), field(en, 'title'))
  assert.deepEqual(browser.complaints, [])
})

for (const language of ['en', 'zh']) {
  test(`questions accept right answers and refuse planted wrong ones (${language})`, async () => {
    const page = await browser.open(`${server.base}/lessons`, {
      locale: language === 'zh' ? 'zh-CN' : 'en-GB',
      reducedMotion: 'reduce',
    })
    for (const lesson of lessons) {
      const text = lesson[language]
      await page.goto(`${server.base}/lessons/${lesson.name}`)
      await page
        .locator('h1')
        .filter({ hasText: field(text, 'title') })
        .waitFor()
      const kind = field(lesson.en, 'board').split(' ')[0]
      await page
        .locator(by(`live-${kind}`))
        .locator('canvas, svg, table')
        .first()
        .waitFor()
      const ask = async (answer) => {
        await page.locator(by('answer')).fill(answer)
        await page.locator(by('check')).click()
        const mark = page.locator(by('verdict')).filter({ hasText: /[✓✗]/ })
        await mark.waitFor()
        return (await mark.innerText()).includes('✓')
      }
      for (const answer of field(text, 'answer').split(' | '))
        assert.equal(await ask(answer), true, `${lesson.name}: ${answer}`)
      for (const wrong of field(text, 'wrong').split(' | '))
        assert.equal(await ask(wrong), false, `${lesson.name}: ${wrong}`)
      await page
        .locator(by('verdict'))
        .filter({ hasText: field(text, 'hint').slice(0, 12) })
        .waitFor()
    }
    assert.deepEqual(browser.complaints, [])
  })
}

test('boards are live: leaves are counted, mixes weighed, playouts counted, moves played', async () => {
  const page = await browser.open(`${server.base}/lessons/pruning`)
  await page.locator(by('all')).click()
  await page.locator(by('looked')).filter({ hasText: '6 of 8' }).waitFor()
  await page.goto(`${server.base}/lessons/simultaneous`)
  await page.locator(by('mix')).fill('33')
  await page.locator(by('worst')).filter({ hasText: '0.32' }).waitFor()
  await page.goto(`${server.base}/lessons/sampling`)
  await page.locator(by('sample-1000')).click()
  const visits = await page.locator(`${by('live-bandit')} tbody td:nth-child(2)`).allInnerTexts()
  assert.equal(
    visits.map((text) => Number(text.replace(',', ''))).reduce((sum, count) => sum + count),
    1000,
  )
  await page.goto(`${server.base}/lessons/state`)
  await page.locator(by('legal')).filter({ hasText: '4' }).waitFor()
  const { scene } = await api(server.base, '/api/look', { game: 'reversi', size: [4, 4] })
  const grid = page.getByRole('grid')
  const box = await grid.locator('svg').first().boundingBox()
  const { to } = scene.legal[0]
  const [left, , width] = (await grid.locator('svg').first().getAttribute('viewBox')).split(' ').map(Number)
  const scale = box.width / width
  await page.mouse.click(
    box.x + ((to % 4) * 100 + 50 - left) * scale,
    box.y + (Math.floor(to / 4) * 100 + 50 - left) * scale,
  )
  await page.locator(by('legal')).filter({ hasText: '3' }).waitFor()
  await page.locator(by('undo')).click()
  await page.locator(by('legal')).filter({ hasText: '4' }).waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('an unknown lesson says so', async () => {
  const page = await browser.open(`${server.base}/lessons/nothing`)
  await page.getByRole('alert').waitFor()
  browser.forgive(/404/)
  assert.deepEqual(browser.complaints, [])
})

test('lessons are accessible and fit a phone', async () => {
  for (const options of [
    { colorScheme: 'light' },
    { colorScheme: 'dark', locale: 'zh-CN', viewport: { width: 375, height: 720 } },
  ]) {
    const page = await browser.open(`${server.base}/lessons`, { reducedMotion: 'reduce', ...options })
    for (const path of ['/lessons', ...lessons.map(({ name }) => `/lessons/${name}`)]) {
      await page.goto(server.base + path)
      await page
        .locator(path === '/lessons' ? `${by('lessons')} a` : '[data-test^=live-] :is(canvas, svg, table)')
        .first()
        .waitFor()
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.ok(wide <= 0, `${path}: ${wide} pixels too wide`)
      await page.evaluate(axe)
      const { violations } = await page.evaluate(() => globalThis.axe.run(document))
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 140)).join(' | ')}`),
        [],
        path,
      )
    }
    await page.context().close()
  }
  assert.deepEqual(browser.complaints, [])
})
