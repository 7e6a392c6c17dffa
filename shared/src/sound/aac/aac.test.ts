import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { encodeAac } from '../testing/encode-aac.ts'
import { adtsFile, parseAdts } from './adts.ts'
import type { AacTrack } from './adts.ts'
import { lowered, SILENT_PACKET, stepsOf, STEPS_MAX } from './gain.ts'
import { readPacket } from './packet.ts'

/** Noise with clicks: long and short windows, and every codebook. */
function noise(seed: number): Float32Array {
  let state = seed
  return Float32Array.from({ length: 48_000 }, (_, sample) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    const isClick = sample % 12_000 < 40
    return (state / 2 ** 31) * (isClick ? 0.9 : 0.1 * Math.sin(sample / 9000) ** 2)
  })
}

let track: AacTrack
beforeAll(async () => {
  track = await encodeAac(noise(1), noise(2), 48_000)
})

describe('a packet', () => {
  test('is read to its last bit', () => {
    expect(track.packets.length).toBe(48)
    for (const packet of track.packets) expect(readPacket(packet).at).toHaveLength(2)
  })

  test('with a bit that is wrong, too few or too many is refused or still a packet, and never reads beyond its end', () => {
    const bytes = track.packets[20] ?? new Uint8Array()
    expect(() => readPacket(bytes.subarray(0, -1))).toThrow(RangeError)
    expect(() => readPacket(Uint8Array.of(...bytes, 0))).toThrow(RangeError)
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 400 }), (random) => {
        try {
          readPacket(random)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
    )
  })

  test('is lowered in both channels by whole steps, and the rest of it stays', () => {
    const packet = track.packets[20] ?? new Uint8Array()
    const { at, room } = readPacket(packet)
    const lower = lowered(packet, 9)
    const gainOf = (bytes: Uint8Array, bit: number): number =>
      Number.parseInt(
        [...bytes]
          .map((byte) => byte.toString(2).padStart(8, '0'))
          .join('')
          .slice(bit, bit + 8),
        2,
      )
    for (const bit of at) expect(gainOf(packet, bit) - gainOf(lower, bit)).toBe(9)
    expect(readPacket(lower)).toEqual({ at, room: room - 9 })
    expect(lower.length).toBe(packet.length)
  })

  test('never leaves the range of scale factors', () => {
    for (const packet of track.packets) expect(readPacket(lowered(packet, STEPS_MAX - 1)).room).toBeGreaterThanOrEqual(0)
  })

  test('replaces packets of inaudible volume by silence', () => {
    expect(readPacket(SILENT_PACKET).at).toHaveLength(2)
    expect(lowered(track.packets[20] ?? new Uint8Array(), stepsOf(0))).toBe(SILENT_PACKET)
    expect([stepsOf(1), stepsOf(0.5), stepsOf(2), stepsOf(1e-9)]).toEqual([0, 4, 0, STEPS_MAX])
  })
})

describe('a file', () => {
  test('has its packets and its rate back', () => {
    const read = parseAdts(adtsFile(track))
    expect(read.sampleRate).toBe(48_000)
    expect(read.packets).toEqual(track.packets)
  })

  test.each([
    ['an empty one', new Uint8Array()],
    ['a picture', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70)],
    ['frames of no length', Uint8Array.of(0xff, 0xf1, 0x4c, 0x80, 0, 0x1f, 0xfc)],
  ])('%s is refused', (_, file) => {
    expect(() => parseAdts(file)).toThrow(RangeError)
  })

  test('stops at the limit of packets', () => {
    const file = adtsFile(track)
    expect(parseAdts(file, track.packets.length).packets).toHaveLength(track.packets.length)
    expect(() => parseAdts(file, track.packets.length - 1)).toThrow('Too many packets')
  })

  test.each([
    ['that ends early', (file: Uint8Array) => file.subarray(0, -1)],
    [
      'with bytes between its frames',
      (file: Uint8Array) => Uint8Array.of(...file.subarray(0, 7 + (track.packets[0]?.length ?? 0)), 0, ...file),
    ],
    ['of one channel', (file: Uint8Array) => file.with(3, (file[3] ?? 0) & 0x3f)],
    ['of another profile', (file: Uint8Array) => file.with(2, 0)],
    ['whose rate changes', (file: Uint8Array) => Uint8Array.of(...file, ...adtsFile({ ...track, sampleRate: 44_100 }))],
  ])('%s is refused', (_, change) => {
    expect(() => parseAdts(change(adtsFile(track)))).toThrow(RangeError)
  })
})
