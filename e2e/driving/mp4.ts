import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'

const run = promisify(execFile)

/** Whether there is an independent decoder to ask. */
export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0 && spawnSync('ffprobe', ['-version']).status === 0

/** A video as an independent decoder sees it. */
export interface DecodedVideo {
  /** ffprobe's report on the one stream. */
  stream: Record<string, string | number>
  /** For each run of equal frames its length. */
  runs: number[]
  /** Different pictures among the frames. */
  pictures: number
  /** Frames that stand for themselves. */
  keyFrames: number[]
  /** Bytes of each frame. */
  sizes: number[]
}

interface Packet {
  size: string
  flags: string
}

/** Output of an ffmpeg tool; warnings fail the journey. */
async function printed(tool: 'ffmpeg' | 'ffprobe', args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run(tool, ['-hide_banner', '-v', 'warning', ...args], { maxBuffer: 32e6 })
  expect(stderr, `${tool} has nothing to warn of`).toBe('')
  return stdout
}

/** Decodes every frame of a file. */
export async function decodeVideo(path: string): Promise<DecodedVideo> {
  const shown = ['-show_streams', '-show_packets', '-show_entries', 'packet=size,flags', '-of', 'json']
  const { streams, packets }: { streams: DecodedVideo['stream'][]; packets: Packet[] } = JSON.parse(
    await printed('ffprobe', [...shown, path]),
  )
  expect(streams).toHaveLength(1)
  const hashes = (await printed('ffmpeg', ['-i', path, '-fps_mode', 'passthrough', '-f', 'framemd5', '-']))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(',').at(-1)?.trim())
  const starts = hashes.flatMap((hash, frame) => (hash === hashes[frame - 1] ? [] : [frame]))
  return {
    stream: streams[0] ?? {},
    runs: starts.map((start, place) => (starts[place + 1] ?? hashes.length) - start),
    pictures: new Set(hashes).size,
    keyFrames: packets.flatMap(({ flags }, frame) => (flags.startsWith('K') ? [frame] : [])),
    sizes: packets.map(({ size }) => Number(size)),
  }
}

/** Checks the codec, colors and frame rate of all our videos, and a size in pixels. */
export function expectProductEncoding({ stream }: DecodedVideo, frames: number, size = { width: 1080, height: 1920 }): void {
  expect(stream).toMatchObject({
    codec_name: 'h264',
    profile: 'Constrained Baseline',
    level: 42,
    ...size,
    pix_fmt: 'yuv420p',
    color_range: 'tv',
    color_space: 'bt709',
    r_frame_rate: '60/1',
    avg_frame_rate: '60/1',
    nb_frames: String(frames),
    duration: (frames / 60).toFixed(6),
  })
}

/** A decoded frame as RGB, three bytes per pixel. */
export async function framePixels(path: string, frame: number): Promise<Buffer> {
  const colors = 'scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=accurate_rnd+full_chroma_int'
  const output = ['-vf', `select=eq(n\\,${frame}),${colors}`, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const { stdout } = await run('ffmpeg', ['-v', 'warning', '-i', path, ...output], { encoding: 'buffer', maxBuffer: 32e6 })
  return stdout
}

/** The outermost boxes of an MP4, in order. */
export function boxesOf(file: Buffer): string[] {
  const boxes: string[] = []
  for (let at = 0; at < file.length; at += file.readUInt32BE(at)) boxes.push(file.toString('latin1', at + 4, at + 8))
  return boxes
}

/** Plays a file in the browser's own player, four times as fast, and says how that ended. */
export function playToEnd(page: Page, file: Buffer): Promise<{ duration: number; end: number; frames: number; error: string | null }> {
  return page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.codePointAt(0) ?? 0)
    const video = document.createElement('video')
    video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }))
    video.muted = true
    document.body.append(video)
    video.playbackRate = 4
    const ended = new Promise((resolve) => ['ended', 'error'].forEach((name) => video.addEventListener(name, resolve)))
    await video.play()
    await ended
    const { duration, currentTime: end, error } = video
    const frames = video.getVideoPlaybackQuality().totalVideoFrames
    video.remove()
    return { duration, end, frames, error: error?.message ?? null }
  }, file.toString('base64'))
}
