const [SHORT, LONG, UNDEFINED] = [3, 4, 7]
const ENTRY_BYTES = 12
/** Offset of the first entry. */
const HEAD_BYTES = 10

type Entry = readonly [tag: number, type: number, count: number, value: number]

interface Size {
  width: number
  height: number
  /** 8 bits each. */
  channels: 3 | 4
}

/** A file whose pixels are being filled in. */
export interface TiffFile extends Size {
  file: Uint8Array
  /** Writes consecutive pixels from a position on: to the right, or by another step. */
  setLine(pixels: Uint8Array, from: { x: number; y: number }, step: { x: number; y: number }): void
}

/** An uncompressed TIFF 6.0 of one strip with a color profile and space for pixels: the image library reads profiles from files only. */
export function tiffFor({ width, height, channels }: Size, profile: Uint8Array | null): TiffFile {
  const entryCount = 10 + Number(channels === 4) + Number(profile !== null)
  const depths = HEAD_BYTES + entryCount * ENTRY_BYTES + 4
  const icc = depths + 8
  const strip = icc + (profile?.byteLength ?? 0)
  const rowBytes = width * channels
  const entries: Entry[] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    // Three or four values, which don't fit into an entry.
    [258, SHORT, channels, depths],
    [259, SHORT, 1, 1],
    [262, SHORT, 1, 2],
    [273, LONG, 1, strip],
    [277, SHORT, 1, channels],
    [278, LONG, 1, height],
    [279, LONG, 1, rowBytes * height],
    [284, SHORT, 1, 1],
    ...(channels === 4 ? [[338, SHORT, 1, 2] as const] : []),
    ...(profile ? [[34_675, UNDEFINED, profile.byteLength, icc] as const] : []),
  ]
  const file = Buffer.alloc(strip + rowBytes * height)
  file.write('II*\0', 'latin1')
  file.writeUInt32LE(8, 4)
  file.writeUInt16LE(entryCount, 8)
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = HEAD_BYTES + index * ENTRY_BYTES
    file.writeUInt16LE(tag, at)
    file.writeUInt16LE(type, at + 2)
    file.writeUInt32LE(count, at + 4)
    file.writeUInt32LE(value, at + 8)
  }
  for (let channel = 0; channel < channels; channel++) file.writeUInt16LE(8, depths + 2 * channel)
  if (profile) file.set(profile, icc)
  return {
    file,
    width,
    height,
    channels,
    setLine(pixels, from, step) {
      const start = strip + from.y * rowBytes + from.x * channels
      if (step.x === 1 && step.y === 0) return file.set(pixels, start)
      const stride = step.y * rowBytes + step.x * channels
      for (let read = 0, write = start; read < pixels.byteLength; read += channels, write += stride) {
        for (let channel = 0; channel < channels; channel++) file[write + channel] = pixels[read + channel] ?? 0
      }
    },
  }
}
