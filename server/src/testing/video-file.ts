import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boxesIn, boxIn as boxOf, chunksOf, viewOf } from '@ninesixteen/shared/video/mp4-boxes'

/** Whether ffmpeg, an independent decoder, is installed. */
export const hasFfmpeg = spawnSync('ffprobe', ['-version']).status === 0 && spawnSync('ffmpeg', ['-version']).status === 0
if (!hasFfmpeg) process.stderr.write('ffmpeg is not installed: videos are checked by their tables only, and not decoded.\n')

/** Parsed tables of an MP4. */
export interface VideoTables {
  /** Names of the top-level boxes, in order. */
  boxes: string[]
  seconds: number
  frames: number
  /** Distinct frame durations, in seconds. */
  frameSeconds: number[]
  /** Indexes of the key frames, from 0. */
  keyFrames: number[]
  /** Size of each frame, in bytes. */
  sizes: number[]
}

function boxesOf(bytes: Buffer): [name: string, content: Buffer][] {
  const boxes: [string, Buffer][] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    boxes.push([bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + length)])
    if (length < 8) throw new RangeError('A box of the MP4 is damaged')
    at += length
  }
  return boxes
}

function contentAt(bytes: Buffer, path: readonly string[]): Buffer {
  return path.reduce((content, name) => {
    const found = boxIn(content, name)
    if (!found) throw new RangeError(`The MP4 has no ${name}`)
    return found
  }, bytes)
}

function boxIn(bytes: Buffer, name: string): Buffer | null {
  return boxesOf(bytes).find(([other]) => other === name)?.[1] ?? null
}

function numbersIn(table: Buffer, from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => table.readUInt32BE(from + 4 * index))
}

/** Parses the tables of an MP4 with one track, in version 0 of its boxes. */
export function readTables(file: Uint8Array): VideoTables {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  const media = ['moov', 'trak', 'mdia']
  const header = contentAt(bytes, [...media, 'mdhd'])
  if (header[0] !== 0) throw new RangeError('The media header is of a version that is not read here')
  const scale = header.readUInt32BE(12)
  const tables = contentAt(bytes, [...media, 'minf', 'stbl'])
  const [times, sizes] = [contentAt(tables, ['stts']), contentAt(tables, ['stsz'])]
  const count = sizes.readUInt32BE(8)
  // Without this table, every frame is a key frame.
  const keys = boxIn(tables, 'stss')
  const runs = Array.from({ length: times.readUInt32BE(4) }, (_, index) => numbersIn(times, 8 + 8 * index, 2))
  return {
    boxes: boxesOf(bytes).map(([name]) => name),
    seconds: header.readUInt32BE(16) / scale,
    frames: runs.reduce((sum, [frames = 0]) => sum + frames, 0),
    frameSeconds: runs.map(([, length = 0]) => length / scale),
    keyFrames: keys
      ? numbersIn(keys, 8, keys.readUInt32BE(4)).map((number) => number - 1)
      : Array.from({ length: count }, (_, index) => index),
    sizes: numbersIn(sizes, 12, count),
  }
}

/** Runs a tool of ffmpeg on a video and throws on any warning. */
function examine(tool: 'ffmpeg' | 'ffprobe', video: Uint8Array, args: (file: string) => string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'ninesixteen-video-'))
  try {
    const file = join(folder, 'video.mp4')
    writeFileSync(file, video)
    const { status, stdout, stderr } = spawnSync(tool, ['-v', 'warning', ...args(file)], { maxBuffer: 1e9 })
    if (status !== 0 || stderr.length > 0) throw new Error(`${tool}: ${stderr.toString()}`)
    return stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** ffprobe's facts about the streams of a video with sound, after decoding them. */
export function probeStreams(video: Uint8Array): Record<string, unknown>[] {
  const entries = 'stream=codec_name,profile,sample_rate,channels,start_time,duration,nb_read_frames'
  const args = ['-count_frames', '-show_entries', entries, '-of', 'json']
  return (JSON.parse(examine('ffprobe', video, (file) => [...args, file]).toString()) as { streams: Record<string, unknown>[] }).streams
}

/** The packets of a video's second track. */
export function soundPackets(file: Uint8Array): Uint8Array[] {
  const moov = boxOf(file, 'moov')
  const trak = boxesIn(moov, 'trak')[1]
  if (!trak) throw new RangeError('The MP4 has no sound')
  const table = viewOf(['mdia', 'minf', 'stbl', 'stsz'].reduce(boxOf, trak))
  const sizes = Array.from({ length: table.getUint32(8) }, (_, index) => table.getUint32(4) || table.getUint32(12 + 4 * index))
  return chunksOf(moov)
    .filter(({ track }) => track === 1)
    .flatMap(({ at, samples }) => {
      let from = at
      return sizes.splice(0, samples).map((size) => file.subarray(from, (from += size)))
    })
}

/** ffprobe's facts about the only stream, after decoding all frames. */
export function probe(video: Uint8Array): Record<string, unknown> {
  const entries = 'stream=codec_name,profile,level,width,height,pix_fmt,color_range,color_space,color_primaries,color_transfer'
  const counts = 'r_frame_rate,avg_frame_rate,nb_frames,nb_read_frames,duration'
  const args = ['-count_frames', '-show_entries', `${entries},${counts}`, '-of', 'json']
  const { streams } = JSON.parse(examine('ffprobe', video, (file) => [...args, file]).toString()) as { streams: Record<string, unknown>[] }
  if (streams.length !== 1 || !streams[0]) throw new Error('The video has not one stream')
  return streams[0]
}

/** A hash of each decoded frame. */
export function decodedFrames(video: Uint8Array): string[] {
  const list = examine('ffmpeg', video, (file) => ['-i', file, '-f', 'framecrc', '-']).toString()
  return list.split('\n').flatMap((line) => (line === '' || line.startsWith('#') ? [] : [line.split(',').at(-1)?.trim() ?? '']))
}

/** A decoded frame as RGB, three bytes per pixel. */
export function decodedPixels(video: Uint8Array, frame: number): Buffer {
  const colors = 'scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=accurate_rnd+full_chroma_int'
  const filter = `select=eq(n\\,${frame}),${colors}`
  return examine('ffmpeg', video, (file) => ['-i', file, '-vf', filter, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'])
}
