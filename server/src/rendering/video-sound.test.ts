import { join } from 'node:path'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { adtsFile, type AacTrack } from '@ninesixteen/shared/sound/aac/adts'
import { encodeAac } from '@ninesixteen/shared/sound/testing/encode-aac'
import { videoSoundSchema } from '@ninesixteen/shared/sound/model'
import { cutSound } from '@ninesixteen/shared/sound/video-sound'
import { chunksOf, boxIn } from '@ninesixteen/shared/video/mp4-boxes'
import { slideshowVideo } from '@ninesixteen/shared/video/video-spec'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasFfmpeg, probeStreams, soundPackets } from '../testing/video-file.ts'
import { createRenderer } from './renderer.ts'
import type { SlideFiles } from './slide-input.ts'

const renderer = createRenderer({ assetsDir: join(import.meta.dirname, '../../../shared/generated/painter') })
afterAll(() => renderer.close())

const SOUND = videoSoundSchema.parse({ path: 'user/track.aac', start: 1.25, fadeIn: 0.5, fadeOut: 1, volume: 0.7 })
const SLIDES = ['one', 'two', 'three'].map((text, index) => slideSchema.parse({ id: `s${index}`, textBoxes: [{ id: 't', text }] }))

let track: AacTrack
beforeAll(async () => {
  const tone = Float32Array.from({ length: 44_100 * 20 }, (_, sample) => 0.3 * Math.sin((sample * 440 * 2 * Math.PI) / 44_100))
  track = await encodeAac(tone, tone, 44_100)
})

function filesWith(sound: Uint8Array | null): SlideFiles {
  return { loadCover: async () => null, loadOriginal: async () => null, loadSound: async () => sound }
}

async function render(seconds: number, crossFade: boolean, { files = filesWith(adtsFile(track)), slides = SLIDES } = {}): Promise<Buffer> {
  const video = { ...slideshowVideo(slides, { seconds, crossFade }), sound: SOUND }
  const { chunks, bytes, close } = await renderer.renderVideo(video, files, { userId: 'somebody' })
  const read: Uint8Array[] = []
  for await (const piece of chunks) read.push(piece)
  await close()
  const file = Buffer.concat(read)
  expect(file.length).toBe(bytes)
  return file
}

test('the file contains the unchanged packets of the cut, between the frames', async () => {
  const file = await render(2, true)
  expect(soundPackets(file).map((packet) => Buffer.from(packet))).toEqual(
    cutSound(track, SOUND, 6).packets.map((packet) => Buffer.from(packet)),
  )
  const tracks = chunksOf(boxIn(file, 'moov')).map((chunk) => chunk.track)
  // Both tracks about twice a second, in turn.
  expect(tracks.filter((one) => one === 1).length).toBeGreaterThanOrEqual(10)
  expect(tracks.join('')).toMatch(/^(0?1?)?((01)|(10))+[01]*$/)
})

test.skipIf(!hasFfmpeg)('a minute of sound keeps time with its pictures', async () => {
  const [video, sound] = probeStreams(await render(10, false, { slides: [...SLIDES, ...SLIDES] }))
  expect(video).toMatchObject({ codec_name: 'h264', start_time: '0.000000', nb_read_frames: '3600', duration: '60.000000' })
  expect(sound).toMatchObject({ codec_name: 'aac', profile: 'LC', sample_rate: '44100', channels: 2, start_time: '0.000000' })
  expect(Math.abs(Number(sound?.['duration']) - Number(video?.['duration']))).toBeLessThan(1024 / 44_100)
})

test('a deleted track is a separate error', async () => {
  await expect(render(1, false, { files: filesWith(null) })).rejects.toMatchObject({ code: 'VIDEO_SOUND_MISSING' })
})
