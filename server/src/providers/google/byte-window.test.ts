import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createByteWindow, WrongLengthError } from './byte-window.ts'

const bytes = randomBytes(5000)

async function* inPieces(sizes: readonly number[], whole: Uint8Array = bytes): AsyncGenerator<Uint8Array> {
  let at = 0
  for (const size of sizes) {
    if (at >= whole.byteLength) return
    yield whole.subarray(at, at + size)
    at += size
  }
  if (at < whole.byteLength) yield whole.subarray(at)
}

test('gives the bytes of any place that was not released, and the sum of the whole, whatever the pieces are', async () => {
  const step = fc.record({ from: fc.nat(300), most: fc.integer({ min: 1, max: 2000 }), forget: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 30 }),
      fc.array(step, { maxLength: 20 }),
      async (sizes, steps) => {
        const window = createByteWindow(inPieces(sizes), bytes.byteLength)
        let buffered = 0
        let next = 0
        for (const { from, most, forget } of steps) {
          const at = Math.min(bytes.byteLength, Math.max(buffered, next - from))
          const read = await window.read(at, most)
          expect(Buffer.compare(Buffer.from(read ?? []), bytes.subarray(at, at + most))).toBe(0)
          next = Math.min(bytes.byteLength, at + most)
          if (!forget) continue
          window.forget(next)
          buffered = next
          if (buffered > 0) expect(await window.read(buffered - 1, 1)).toBeNull()
        }
        expect(await window.md5()).toBe(createHash('md5').update(bytes).digest('hex'))
      },
    ),
    { numRuns: 300 },
  )
})

test('says when the file is shorter or longer than announced', async () => {
  for (const size of [bytes.byteLength - 1, bytes.byteLength + 1]) {
    const window = createByteWindow(inPieces([700, 700]), size)
    await expect(window.md5()).rejects.toBeInstanceOf(WrongLengthError)
  }
  await expect(createByteWindow(inPieces([700]), bytes.byteLength + 1).read(0, 9000)).rejects.toBeInstanceOf(WrongLengthError)
})
