import { crc32 } from 'node:zlib'
import { expect } from 'vitest'

/** Names and contents of an archive, with checksums verified. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  let at = 0
  while (bytes.readUInt32LE(at) === 0x04034b50) {
    const [crc, size, nameLength] = [bytes.readUInt32LE(at + 14), bytes.readUInt32LE(at + 18), bytes.readUInt16LE(at + 26)]
    const start = at + 30 + nameLength
    const content = bytes.subarray(start, start + size)
    expect(crc32(content)).toBe(crc)
    found.set(bytes.toString('utf8', at + 30, start), content)
    at = start + size
  }
  expect(bytes.readUInt32LE(at), 'the directory follows').toBe(0x02014b50)
  expect(bytes.readBigUInt64LE(bytes.length - 22 - 20 - 56 + 32), 'it names every file').toBe(BigInt(found.size))
  return found
}
