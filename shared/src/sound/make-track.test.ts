import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Logging,
  LogLevel,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { describe, expect, test, beforeAll } from 'vitest'
import { decoderDescription } from './aac/adts.ts'
import { readPacket } from './aac/packet.ts'
import { makeTrack } from './make-track.ts'
import type { MadeTrack } from './make-track.ts'
import { createPacketEncoder } from './testing/encode-aac.ts'
import { wavFile } from './testing/wav-file.ts'

// The error says what the library cannot decode.
beforeAll(() => void (Logging.level = LogLevel.Silent))

const make = (file: Uint8Array, onProgress: (share: number) => void = () => undefined): Promise<MadeTrack> =>
  makeTrack({ size: file.length, open: () => new BufferSource(file), createEncoder: createPacketEncoder, onProgress })

function clicks(seconds: number, rate: number): Uint8Array {
  const channel = Float32Array.from({ length: seconds * rate }, (_, at) => {
    const time = at / rate
    return 0.02 * Math.sin(2 * Math.PI * 220 * time) + (time % 0.5 < 0.05 ? 0.1 * Math.sin(2 * Math.PI * 1800 * time) : 0)
  })
  return wavFile({ left: channel, right: channel }, rate)
}

test('a file becomes packets of its length, with its beats', async () => {
  const shares: number[] = []
  const track = await make(clicks(20, 44_100), (share) => shares.push(share))
  expect(track.sampleRate).toBe(44_100)
  // One packet before the sound.
  expect(track.packets.length).toBe(Math.ceil((20 * 44_100) / 1024) + 1)
  for (const packet of track.packets) expect(readPacket(packet).at).toHaveLength(2)
  expect(track.beats?.bpm).toBeCloseTo(120, 1)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBeCloseTo(1, 1)
})

test('another sample rate becomes 48 kHz', async () => {
  const track = await make(clicks(3, 22_050))
  expect(track.sampleRate).toBe(48_000)
  expect(track.packets.length).toBeGreaterThanOrEqual(Math.ceil((3 * 48_000) / 1024) + 1)
})

/** An MP4 of one second of sound or of pictures; `entry` replaces the name of the sound's sample description. */
async function mp4(kind: 'sound' | 'pictures', entry = 'mp4a'): Promise<Uint8Array> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  if (kind === 'sound') {
    const source = new EncodedAudioPacketSource('aac')
    output.addAudioTrack(source)
    await output.start()
    const decoderConfig = { codec: 'mp4a.40.2', numberOfChannels: 2, sampleRate: 48_000, description: decoderDescription(48_000) }
    await source.add(new EncodedPacket(new Uint8Array(50), 'key', 0, 1), { decoderConfig })
  } else {
    const source = new EncodedVideoPacketSource('vp9')
    output.addVideoTrack(source)
    await output.start()
    const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 16, codedHeight: 16 }
    await source.add(new EncodedPacket(new Uint8Array(50), 'key', 0, 1), { decoderConfig })
  }
  await output.finalize()
  const file = Buffer.from(target.buffer ?? new ArrayBuffer(0))
  file.write(entry, file.indexOf('mp4a') < 0 ? file.length : file.indexOf('mp4a'), 'latin1')
  return file
}

describe('a file that cannot become a track says why', () => {
  const silent = { left: new Float32Array(48_000), right: new Float32Array(48_000) }
  const tone = wavFile({ left: new Float32Array(1000).fill(0.5), right: new Float32Array(1000).fill(0.5) }, 48_000)
  /** The header of a WAV that claims ten million samples a channel, at 8 kHz. */
  const long = (): Uint8Array => {
    const file = new Uint8Array(44 + 86_400_000)
    file.set(clicks(1, 8000).subarray(0, 44))
    const view = new DataView(file.buffer)
    view.setUint32(4, 86_400_036, true)
    view.setUint32(40, 86_400_000, true)
    return file
  }
  test.each<[code: string, file: Uint8Array | (() => Uint8Array | Promise<Uint8Array>)]>([
    ['SOUND_EMPTY', new Uint8Array()],
    ['SOUND_UNREADABLE', Uint8Array.from({ length: 50_000 }, (_, at) => Math.imul(at, 2_654_435_761) >> 7)],
    ['SOUND_UNREADABLE', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...new Uint8Array(100))],
    ['SOUND_SILENT', wavFile(silent, 48_000)],
    ['SOUND_TOO_LONG', long],
    ['SOUND_PROTECTED', () => mp4('sound', 'drms')],
    ['SOUND_PROTECTED', () => mp4('sound', 'enca')],
    ['SOUND_ONLY_VIDEO', () => mp4('pictures')],
    ['SOUND_DAMAGED', tone.slice(0, 44)],
    ['SOUND_TOO_SHORT', tone],
  ])('%s', async (code, file) => {
    await expect(make(file instanceof Uint8Array ? file : await file())).rejects.toMatchObject({ code })
  })

  test('and one that is too large is not even opened', async () => {
    const open = (): never => {
      throw new Error('It was opened')
    }
    const huge = { size: 300 * 1024 * 1024, open, createEncoder: createPacketEncoder, onProgress: open }
    await expect(makeTrack(huge)).rejects.toMatchObject({ code: 'SOUND_TOO_LARGE', message: expect.stringContaining('256 MB') })
  })
})
