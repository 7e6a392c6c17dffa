import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { crc32 } from './checksum.ts'
import { storedZip } from './export-zip.ts'

const modified = new Date(2026, 10, 21, 13, 45, 58)

const contents = Array.from({ length: 12 }, (_, index) => new Uint8Array(5000 + index).fill(index))

async function archive(): Promise<Uint8Array> {
  const entries = contents.map((bytes, index) => ({
    name: `slide_${index + 1}.png`,
    blob: new Blob([bytes]),
    checksum: crc32(bytes),
  }))
  return new Uint8Array(await storedZip(entries, modified).arrayBuffer())
}

describe('storedZip', () => {
  it('stores every file under its number, byte for byte', async () => {
    const files = unzipSync(await archive())
    expect(Object.keys(files)).toEqual(contents.map((_, index) => `slide_${index + 1}.png`))
    contents.forEach((bytes, index) => expect(files[`slide_${index + 1}.png`]).toEqual(bytes))
  })

  it('has one modification time for every file', async () => {
    const bytes = await archive()
    const central = new DataView(
      bytes.buffer,
      bytes.findLastIndex((_, at) => bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 1),
    )
    expect(central.getUint16(12, true)).toBe((13 << 11) | (45 << 5) | 29)
    expect(central.getUint16(14, true)).toBe((46 << 9) | (11 << 5) | 21)
  })
})
