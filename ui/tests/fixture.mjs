// The server and the browser of a test file; both end with it.

import { after } from 'node:test'
import { browse, serve } from './harness.mjs'

export const server = await serve()
export const browser = await browse()

after(async () => {
  await browser.close()
  await server.stop()
})
