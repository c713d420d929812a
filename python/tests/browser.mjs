// The widget in a real browser, for test_widget.py: a line of JSON in, a line of JSON out.
//
//   {"scene": ...}    draws it, or draws it anew; answers with what is on the board
//   {"play": choice}  plays that choice with the mouse; answers with what the widget sent to Python
//   {"picture": file} keeps a picture of the page

import { createInterface } from 'node:readline'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [script, pageSources] = process.argv.slice(2)
const { browse, byMouse } = await import(pathToFileURL(join(pageSources, 'tests/harness.mjs')))
const browser = await browse()
const page = await browser.open('data:text/html,<div id="cell" style="width:480px"></div>')

async function draw(scene) {
  await page.evaluate(
    async ([script, scene]) => {
      if (!window.model) {
        const listeners = []
        window.sent = []
        window.model = {
          scene,
          get: () => window.model.scene,
          on: (_, listener) => listeners.push(listener),
          off() {},
          send: (content) => window.sent.push(content),
          changed: () => listeners.forEach((listener) => listener()),
        }
        const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
        const { default: widget } = await import(address)
        widget.render({ model: window.model, el: document.getElementById('cell') })
      }
      window.model.scene = scene
      window.model.changed()
      await new Promise(requestAnimationFrame)
    },
    [readFileSync(script, 'utf8'), scene],
  )
  return {
    pieces: await page.locator('g.place').count(),
    cells: await page.locator('[data-cell]').count(),
    message: (await page.getByRole('status').innerText()).trim(),
  }
}

async function play(choice) {
  await page.evaluate(() => (window.sent = []))
  await byMouse(page, choice)
  await page.waitForFunction(() => window.sent.length > 0)
  return page.evaluate(() => window.sent)
}

async function answer({ scene, play: choice, picture }) {
  if (scene) return draw(scene)
  if (choice) return play(choice)
  await page.screenshot({ path: picture })
  return {}
}

for await (const line of createInterface({ input: process.stdin })) {
  const answered = await answer(JSON.parse(line))
  console.log(JSON.stringify({ answered, complaints: browser.complaints }))
}
await browser.close()
