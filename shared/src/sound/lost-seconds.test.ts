import { BufferSource, Input, MP3 } from 'mediabunny'
import { expect, test } from 'vitest'
import { lostSeconds } from './lost-seconds.ts'

/** Bytes of a frame of 128 kbit/s at 44.1 kHz, and its samples. */
const [FRAME_BYTES, FRAME_SAMPLES] = [417, 1152]
/** About 20 seconds. */
const FRAMES = 766

/** An MP3 whose first frame is a Xing header that declares the number of frames. */
function mp3(): Buffer {
  const frame = Buffer.alloc(FRAME_BYTES)
  frame.set([0xff, 0xfb, 0x90, 0x00])
  const header = Buffer.from(frame)
  header.write('Xing', 36)
  header.writeUInt32BE(1, 40)
  header.writeUInt32BE(FRAMES, 44)
  return Buffer.concat([header, ...Array.from({ length: FRAMES }, () => frame)])
}

async function lostOf(file: Buffer): Promise<number> {
  using input = new Input({ source: new BufferSource(file), formats: [MP3] })
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new Error('The file has no sound')
  return await lostSeconds(track)
}

test('a complete file lacks nothing, with its last frame or without', async () => {
  expect(await lostOf(mp3())).toBe(0)
  expect(await lostOf(mp3().subarray(0, -FRAME_BYTES))).toBe(0)
})

test('a file without a header lacks nothing that anyone knows of', async () => {
  expect(await lostOf(mp3().subarray(FRAME_BYTES))).toBe(0)
  expect(await lostOf(mp3().subarray(FRAME_BYTES, FRAME_BYTES * 300))).toBe(0)
})

test('a file of which a third is missing says how much', async () => {
  const file = mp3()
  const lost = await lostOf(file.subarray(0, (file.byteLength * 2) / 3))
  expect(lost).toBeCloseTo((FRAMES * FRAME_SAMPLES) / 44_100 / 3, 0)
})
