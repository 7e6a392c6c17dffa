import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc32 } from './checksum.ts'

/** The standard's definition, bit by bit. */
function byDefinition(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}

test('matches the check value of the standard', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
})

test('matches the definition for bytes of any length, also in the middle of a buffer', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(7), (bytes, start) => {
      expect(crc32(bytes.subarray(start))).toBe(byDefinition(bytes.subarray(start)))
    }),
  )
})
