// Makes the pictures of both READMEs: `cargo xtask pictures` runs it with the folder to write to.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { PROGRAM, api, browse, serve, until } from './harness.mjs'

const folder = process.argv[2]
const server = await serve()
const browser = await browse()
const size = { viewport: { width: 1100, height: 690 }, reducedMotion: 'reduce', colorScheme: 'light' }

/** An analysis that has thought for a while, with its arrows. */
async function analyse() {
  const page = await browser.open(`${server.base}/analyse/xiangqi?moves=h2e2,h9g7,h0g2`, size)
  await page.locator('.arrow').nth(2).waitFor()
  await page.getByText(/depth (1[2-9]|[2-9]\d),/).waitFor()
  return page
}

/** A tournament that has been played, with its ratings. */
async function tournament() {
  const players = ['pvs:depth=4', 'mtdf:depth=3', 'ordered:depth=2', 'priority', 'random'].map((player) => ({ player }))
  await api(server.base, '/api/contests', { kind: 'tournament', name: 'picture', game: 'reversi', games: 12, players })
  await until(async () => (await api(server.base, '/api/contests/picture')).summary.done)
  const page = await browser.open(`${server.base}/watch?contest=picture`, size)
  await page.locator('table').first().waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

for (const [name, scene] of Object.entries({ analyse, tournament })) {
  const page = await scene()
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await page.context().close()
}
await browser.close()
await server.stop()
const version = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' }).stdout.trim()
console.log(`pictures of ${version} in ${folder}`)
