// How long a search took by the time of the processor: on a machine with other work, a thread also waits.

import { readFileSync } from 'node:fs'

/** Seconds that a thread has run, by its folder in /proc; nothing on systems without. */
function seconds(thread) {
  try {
    return Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e9
  } catch {
    return undefined
  }
}

/** Does what is asked, and puts beside the seconds of what was told the part of them in which the thread ran. */
export async function timed(act, thread, told) {
  const [began, ran] = [performance.now(), seconds(thread)]
  const result = await act()
  const part = (seconds(thread) - ran) / ((performance.now() - began) / 1e3)
  for (const [index, text] of told.entries()) {
    const event = JSON.parse(text)
    if (part <= 1.05) event.processor_seconds = event.seconds * part
    told[index] = JSON.stringify(event)
  }
  return result
}
