/** An animated GIF, frame by frame. */

import { GifWriter } from 'omggif'

export class AnimatedGif {
  private readonly bytes: number[] = []
  private readonly writer: GifWriter
  private last: Uint8Array | undefined

  constructor(
    private readonly width: number,
    private readonly height: number,
    palette: [number, number, number][],
  ) {
    const colours = palette.map(([red, green, blue]) => (red << 16) | (green << 8) | blue)
    while (colours.length < 256) colours.push(0)
    this.writer = new GifWriter(this.bytes, width, height, { loop: 0, palette: colours })
  }

  /** Adds a picture, shown for so many hundredths of a second. Only the rows that changed are written. */
  add(pixels: Uint8Array, hundredths: number) {
    const { width, last } = this
    const changed = (row: number) => {
      for (let at = row * width; at < (row + 1) * width; at++) if (!last || pixels[at] !== last[at]) return true
      return false
    }
    let [top, bottom] = [0, this.height]
    while (top < this.height - 1 && !changed(top)) top++
    while (bottom > top + 1 && !changed(bottom - 1)) bottom--
    this.last = pixels.slice()
    const part = Array.from(pixels.subarray(top * width, bottom * width))
    this.writer.addFrame(0, top, width, bottom - top, part, { delay: hundredths, disposal: 1 })
  }

  finish(): Blob {
    this.writer.end()
    return new Blob([Uint8Array.from(this.bytes)], { type: 'image/gif' })
  }
}
