import type { Stereo } from '../loudness.ts'

/** A WAV file of 16 bits. */
export function wavFile({ left, right }: Stereo, sampleRate: number): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(44))
  const text = (at: number, name: string): void =>
    [...name].forEach((letter, index) => header.setUint8(at + index, letter.codePointAt(0) ?? 0))
  const bytes = left.length * 4
  text(0, 'RIFF')
  header.setUint32(4, 36 + bytes, true)
  text(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true)
  header.setUint16(22, 2, true)
  header.setUint32(24, sampleRate, true)
  header.setUint32(28, sampleRate * 4, true)
  header.setUint16(32, 4, true)
  header.setUint16(34, 16, true)
  text(36, 'data')
  header.setUint32(40, bytes, true)
  const samples = new Int16Array(left.length * 2)
  for (let at = 0; at < left.length; at++) {
    samples[2 * at] = Math.round(32_767 * (left[at] ?? 0))
    samples[2 * at + 1] = Math.round(32_767 * (right[at] ?? 0))
  }
  const file = new Uint8Array(44 + bytes)
  file.set(new Uint8Array(header.buffer))
  file.set(new Uint8Array(samples.buffer), 44)
  return file
}
