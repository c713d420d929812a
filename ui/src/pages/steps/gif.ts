/** Animated GIF, written from scratch: a palette, frames of indices, and LZW as the format wants it. */

export class GifWriter {
  private parts: Uint8Array[] = []
  private last: Uint8Array | undefined

  constructor(
    private readonly width: number,
    private readonly height: number,
    palette: [number, number, number][],
  ) {
    const head = new Uint8Array(13 + 3 * 256 + 19)
    head.set([...'GIF89a'].map((letter) => letter.charCodeAt(0)))
    head.set([width & 255, width >> 8, height & 255, height >> 8, 0xf7, 0, 0], 6)
    palette.forEach((colour, index) => head.set(colour, 13 + 3 * index))
    // Repeat for ever.
    head.set([0x21, 0xff, 11, ...[...'NETSCAPE2.0'].map((letter) => letter.charCodeAt(0)), 3, 1, 0, 0, 0], 13 + 768)
    this.parts.push(head)
  }

  /** Adds a picture, shown for so many hundredths of a second. Only the rows that changed are written. */
  add(pixels: Uint8Array, hundredths: number) {
    let top = 0
    let bottom = this.height
    if (this.last) {
      const same = (row: number) => {
        for (let at = row * this.width; at < (row + 1) * this.width; at++)
          if (pixels[at] !== this.last![at]) return false
        return true
      }
      while (top < this.height - 1 && same(top)) top++
      while (bottom > top + 1 && same(bottom - 1)) bottom--
    }
    this.last = pixels.slice()
    const rows = bottom - top
    this.parts.push(
      Uint8Array.from([0x21, 0xf9, 4, 4, hundredths & 255, hundredths >> 8, 0, 0]),
      Uint8Array.from([
        0x2c,
        0,
        0,
        top & 255,
        top >> 8,
        this.width & 255,
        this.width >> 8,
        rows & 255,
        rows >> 8,
        0,
        8,
      ]),
      compressed(pixels.subarray(top * this.width, bottom * this.width)),
    )
  }

  finish(): Blob {
    return new Blob([...this.parts, Uint8Array.from([0x3b])] as BlobPart[], { type: 'image/gif' })
  }
}

/** LZW with codes of 9 to 12 bits over bytes, in blocks of at most 255 bytes. */
function compressed(pixels: Uint8Array): Uint8Array {
  const CLEAR = 256
  const END = 257
  const out: number[] = []
  let block: number[] = []
  let buffer = 0
  let filled = 0
  let size = 9
  let next = 258
  let known = new Map<number, number>()
  const push = (byte: number) => {
    block.push(byte)
    if (block.length === 255) {
      out.push(255, ...block)
      block = []
    }
  }
  const write = (code: number) => {
    buffer |= code << filled
    filled += size
    while (filled >= 8) {
      push(buffer & 255)
      buffer >>>= 8
      filled -= 8
    }
  }
  write(CLEAR)
  let prefix = pixels[0] ?? 0
  for (let at = 1; at < pixels.length; at++) {
    const pixel = pixels[at]!
    const key = prefix * 256 + pixel
    const code = known.get(key)
    if (code !== undefined) {
      prefix = code
      continue
    }
    write(prefix)
    if (next < 4096) {
      if (next === 1 << size) size++
      known.set(key, next++)
    } else {
      write(CLEAR)
      known = new Map()
      next = 258
      size = 9
    }
    prefix = pixel
  }
  write(prefix)
  write(END)
  if (filled > 0) push(buffer & 255)
  if (block.length > 0) out.push(block.length, ...block)
  out.push(0)
  return Uint8Array.from(out)
}
