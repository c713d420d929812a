// What axe says about the accessibility of a page.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Fails where axe has something serious to say against a page. */
export async function inspected(page, what) {
  // What is still fading in has less contrast than it will have.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((moving) => moving.effect.getComputedTiming().endTime < Infinity)
        .map((moving) => moving.finished.catch(() => undefined)),
    ).then(() => undefined),
  )
  // The page's own policy forbids scripts from elsewhere; this one is run by the tester.
  const found = await page.evaluate(`${axe}; axe.run(document, { resultTypes: ['violations'] })`)
  const serious = found.violations.filter((violation) => ['serious', 'critical'].includes(violation.impact))
  const words = serious.map(
    (violation) => `${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
  )
  assert.deepEqual(words, [], what)
}
