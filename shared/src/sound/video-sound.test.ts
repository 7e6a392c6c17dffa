import { expect, test } from 'vitest'
import { PACKET_SAMPLES } from './aac/adts.ts'
import type { AacTrack } from './aac/adts.ts'
import { SILENT_PACKET } from './aac/gain.ts'
import { cutSound, NEW_CUT, trackSeconds } from './video-sound.ts'

/** A packet without bands, with its number in a fill element. */
function numbered(number: number): Uint8Array {
  const channel = `${(100).toString(2).padStart(8, '0')}000`
  const bits = `001000010000000000000${channel}${channel}1100010${number.toString(2).padStart(16, '0')}111`
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}

const packets = Array.from({ length: 480 }, (_, number) => numbered(number))
const track: AacTrack = { sampleRate: 48_000, packets }
const CUT = { ...NEW_CUT, fadeOut: 0 }
const numbers = (cut: Partial<typeof CUT>, seconds: number): number[] =>
  cutSound(track, { ...CUT, ...cut }, seconds).packets.map((packet) => packets.indexOf(packet))

test('the sound begins at its sample, one packet after the first', () => {
  for (const start of [0, 0.5, 3.333, 7]) {
    const { start: first } = cutSound(track, { ...CUT, start }, 1)
    const from = numbers({ start }, 1)[0] ?? -1
    // The encoder put 1024 samples before the sound.
    expect(from * PACKET_SAMPLES - first * 48_000).toBeCloseTo(Math.round(start * 48_000) + 1024, 6)
    expect(-first * 48_000).toBeGreaterThanOrEqual(1024)
    expect(-first * 48_000).toBeLessThan(2048)
  }
})

test('its packets follow each other, and cover the video by less than one packet more', () => {
  const { start, packets: cut } = cutSound(track, { ...CUT, start: 2 }, 3)
  const from = numbers({ start: 2 }, 3)
  expect(from).toEqual(from.map((_, place) => (from[0] ?? 0) + place))
  const end = start + (cut.length * PACKET_SAMPLES) / 48_000
  expect(end).toBeGreaterThanOrEqual(3)
  expect(end - 3).toBeLessThan(PACKET_SAMPLES / 48_000)
})

test('a track that ends before its video begins again, silent where it does', () => {
  const { packets: cut } = cutSound(track, CUT, 15)
  expect(cut.length).toBe(705)
  expect(cut[479]).toBe(SILENT_PACKET)
  expect(packets.indexOf(cut[600] ?? SILENT_PACKET)).toBe(120)
})

test('fades are silent at their ends, and elsewhere the packets are untouched', () => {
  const { packets: cut } = cutSound(track, { ...CUT, fadeIn: 1, fadeOut: 2 }, 8)
  expect(cut[0]).toBe(SILENT_PACKET)
  expect(cut.at(-1)).toBe(SILENT_PACKET)
  expect(cut[100]).toBe(packets[100])
})

test('a start beyond the track takes its end', () => {
  expect(cutSound(track, { ...CUT, start: 500 }, 0.01).packets).toHaveLength(2)
  expect(trackSeconds(track)).toBeCloseTo(10.219, 3)
})
