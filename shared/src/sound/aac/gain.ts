import { readPacket } from './packet.ts'

/** A step of AAC's volume, in decibels: `global_gain` counts quarters of a factor of two. */
export const GAIN_STEP_DB = 20 * Math.log10(2 ** 0.25)

/** Steps after which nothing is heard: 90 dB. */
export const STEPS_MAX = 60

/** A packet of silence: both channels without a single band. (ISO/IEC 14496-3, 4.4.2.1.) */
export const SILENT_PACKET: Uint8Array = Uint8Array.of(0x21, 0, 0, 0, 0, 0x1c)

/** Steps of the volume for a factor from 0 to 1. */
export function stepsOf(factor: number): number {
  return factor <= 0 ? STEPS_MAX : Math.min(Math.max(Math.round(-4 * Math.log2(factor)), 0), STEPS_MAX)
}

/**
 * The packet at a lower volume, exact and without decoding: AAC scales a channel's whole spectrum by one number. A packet with less room than
 * wanted is lowered as far as it goes; its sound is below hearing then.
 */
export function lowered(packet: Uint8Array, steps: number): Uint8Array {
  if (steps <= 0) return packet
  if (steps >= STEPS_MAX) return SILENT_PACKET
  const { at, room } = readPacket(packet)
  const bytes = packet.slice()
  for (const bit of at) lowerByte(bytes, bit, Math.min(steps, room))
  return bytes
}

/** Subtracts from the byte that begins at a bit. */
function lowerByte(bytes: Uint8Array, bit: number, steps: number): void {
  const [index, shift] = [bit >> 3, 8 - (bit & 7)]
  const pair = ((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0)
  const lower = ((pair >> shift) & 0xff) - steps
  const changed = (pair & ~(0xff << shift)) | (lower << shift)
  bytes[index] = changed >> 8
  if (index + 1 < bytes.length) bytes[index + 1] = changed & 0xff
}
