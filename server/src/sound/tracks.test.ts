import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { SlideshowSound, Track } from '@ninesixteen/shared/api/tracks'
import { adtsFile, parseAdts } from '@ninesixteen/shared/sound/aac/adts'
import { SILENT_PACKET } from '@ninesixteen/shared/sound/aac/gain'
import { cutSound } from '@ninesixteen/shared/sound/video-sound'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createRenderer } from '../rendering/renderer.ts'
import { files } from '../db/schema-photos.ts'
import { buildSlide, startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { ADTS_FILE } from '../testing/sound-track.ts'
import { probeStreams, hasFfmpeg, soundPackets } from '../testing/video-file.ts'

let app: TestApp
let user: TestUser
const renderer = createRenderer({ assetsDir: join(import.meta.dirname, '../../../shared/generated/painter') })
afterAll(() => renderer.close())

beforeEach(async () => {
  app = await startTestApp({ renderer })
  user = await app.buildUser()
})

function upload(file: Uint8Array<ArrayBuffer>, query: Record<string, string> = {}, caller = user): Promise<Response> {
  const search = new URLSearchParams({ id: randomUUID(), name: 'Sunrise.mp3', beatOffset: '0.1', ...query })
  return caller.fetch(`/api/tracks?${search.toString()}`, { method: 'POST', body: file })
}

async function buildTrack(query: Record<string, string> = {}): Promise<Track> {
  const response = await upload(ADTS_FILE, query)
  expect(response.status).toBe(201)
  return (await response.json()) as Track
}

async function refusal(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { code: string } }
  return `${response.status} ${error.code}`
}

describe('a track', () => {
  test('is stored once, byte for byte, and listed with its tempo', async () => {
    const id = randomUUID()
    const track = await buildTrack({ id, bpm: '120.5' })
    expect(track).toMatchObject({ id, name: 'Sunrise.mp3', bpm: 120.5, beatOffset: 0.1, fileSize: ADTS_FILE.length, credit: null })
    expect(track.seconds).toBeCloseTo((94 * 1024) / 48_000, 6)
    expect(await (await upload(ADTS_FILE, { id })).json()).toEqual(track)
    expect(await user.api('GET', '/tracks')).toEqual([track])
    const [url = ''] = await user.api<string[]>('POST', '/files/urls', { paths: [track.filePath], variant: 'original' })
    const response = await user.fetch(url)
    expect(response.headers.get('content-type')).toBe('audio/aac')
    expect(Buffer.from(await response.arrayBuffer()).equals(ADTS_FILE)).toBe(true)
  })

  test.each([
    ['an empty body', new Uint8Array()],
    ['an MP3', Uint8Array.of(0xff, 0xfb, 0x90, 0x64, ...new Uint8Array(400))],
    ['frames of random bits', adtsFile({ sampleRate: 48_000, packets: [Uint8Array.of(0x21, 0xff, 0x12, 0x99, 0x31)] })],
    ['packets that are too large', adtsFile({ sampleRate: 48_000, packets: [Uint8Array.of(...SILENT_PACKET, ...new Uint8Array(2000))] })],
    ['eleven minutes', adtsFile({ sampleRate: 48_000, packets: Array.from({ length: 31_000 }, () => SILENT_PACKET) })],
    ['bytes after the last frame', Uint8Array.of(...ADTS_FILE, 0)],
  ])('of %s is refused, and nothing is stored', async (_, file) => {
    expect(await refusal(await upload(file))).toMatch(/^400 (SOUND_INVALID|INVALID_INPUT)$/)
    expect(await user.api('GET', '/tracks')).toEqual([])
    expect(await app.services.db.asUser(user.id, (tx) => tx.$count(files, eq(files.userId, user.id)))).toBe(0)
  })

  test('that is too large is refused before it is read', async () => {
    expect(await refusal(await upload(new Uint8Array(19 * 1024 * 1024)))).toBe('413 UPLOAD_TOO_LARGE')
  })

  test('is deleted with its file, and slideshows are silent again', async () => {
    const track = await buildTrack()
    const project = await user.buildProject({ slides: [buildSlide('a')] })
    await user.api('PUT', `/projects/${project.id}/sound`, { sound: { trackId: track.id } })
    await user.api('DELETE', `/tracks/${track.id}`)
    expect(await user.api('GET', `/projects/${project.id}/sound`)).toBeNull()
    expect(await app.services.store.has(track.filePath)).toBe(false)
  })
})

test('the sound of a slideshow is chosen, changed and removed', async () => {
  const track = await buildTrack()
  const project = await user.buildProject({ slides: [buildSlide('a')] })
  const path = `/projects/${project.id}/sound`
  const sound: SlideshowSound = { trackId: track.id, start: 0.5, fadeIn: 0, fadeOut: 2, volume: 0.5, onBeats: true }
  await user.api('PUT', path, { sound })
  expect(await user.api('GET', path)).toEqual(sound)
  await user.api('PUT', path, { sound: { ...sound, volume: 1 } })
  expect(await user.api('GET', path)).toMatchObject({ volume: 1 })
  expect((await user.call('PUT', `/api/v1${path}`, { sound: { ...sound, trackId: randomUUID() } })).status).toBe(404)
  await user.api('PUT', path, { sound: null })
  expect(await user.api('GET', path)).toBeNull()
})

test('a video of the server has the packets that the page cuts', async () => {
  const track = await buildTrack()
  const sound = { path: track.filePath, start: 0.3, fadeIn: 0, fadeOut: 0.5, volume: 1 }
  const request = { slides: [buildSlide('a'), buildSlide('b')], frames: [60, 60], sound }
  const send = (path: string) =>
    user.fetch('/api/video', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...request, sound: { ...sound, path } }),
    })
  const response = await send(track.filePath)
  expect(response.status).toBe(200)
  const file = new Uint8Array(await response.arrayBuffer())
  const bytesOf = (packets: readonly Uint8Array[]): string[] => packets.map((packet) => Buffer.from(packet).toString('hex'))
  expect(bytesOf(soundPackets(file))).toEqual(bytesOf(cutSound(parseAdts(ADTS_FILE), sound, 2).packets))
  if (hasFfmpeg) expect(probeStreams(file).map((stream) => stream['codec_name'])).toEqual(['h264', 'aac'])
  expect(await refusal(await send(`${(await app.buildUser()).id}/1_x.aac`))).toBe('400 INVALID_INPUT')
  expect(await refusal(await send(`${user.id}/1_x.jpg`))).toBe('400 INVALID_INPUT')
  expect(await refusal(await send(`${user.id}/1_x.aac`))).toBe('404 VIDEO_SOUND_MISSING')
})
