// A server's page that thinks in the browser, and parts of it that another site shows.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { browser, server } from './fixture.mjs'
import { serve } from './harness.mjs'

const module = await fetch(`${server.base}/engine/boyi.wasm`)
const skip = module.ok ? false : 'the program has no engines for the browser'

test('an analysis in this browser costs the server nothing', { skip }, async () => {
  const page = await browser.open(server.base)
  await page.evaluate(() => localStorage.setItem('boyi.settings', JSON.stringify({ browser: true })))
  const streams = []
  page.on('websocket', (socket) => streams.push(socket.url()))
  await page.goto(`${server.base}/analyse/gomoku?moves=h8,h9`)
  await page.locator('ol.lines .worth').first().waitFor()
  assert.deepEqual(streams, [])
  assert.ok(page.workers().length >= 1)
  // The other way round: the server thinks, and the browser's engine is gone.
  const asked = page.waitForEvent('websocket')
  await page.locator('[data-test=here]').uncheck()
  assert.match((await asked).url(), /\/api\/analyse\/live$/)
  await page.locator('ol.lines .worth').first().waitFor()
  await page.context().close()
  assert.deepEqual(browser.complaints, [])
})

test('a site that is named may show a board, another may not', { skip }, async () => {
  let base = ''
  const site = createServer((_, response) => {
    const frame = `<iframe src="${base}/embed/analyse/reversi?moves=f5" width="1100" height="900"></iframe>`
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>a course</title>${frame}`)
  })
  await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve))
  site.unref()
  const { port } = site.address()
  const shown = await serve('--embed', `http://127.0.0.1:${port}`)
  base = shown.base
  try {
    const page = await browser.open(`http://127.0.0.1:${port}/`)
    const frame = page.frameLocator('iframe')
    await frame.getByRole('grid').first().waitFor()
    await frame.locator('ol.lines .worth').first().waitFor()
    assert.equal(await frame.locator('header nav').count(), 0, 'without the frame of a page')
    await page.context().close()
    assert.deepEqual(browser.complaints, [])
    const other = await browser.open(`http://localhost:${port}/`)
    await other.waitForTimeout(1500)
    assert.equal(await other.frameLocator('iframe').getByRole('grid').count(), 0)
    await other.context().close()
    assert.ok(browser.complaints.splice(0).some((text) => /frame-ancestors/.test(text)))
  } finally {
    await shown.stop()
    site.close()
  }
})
