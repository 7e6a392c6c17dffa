import { AppError } from '@ninesixteen/shared/errors'
import { videoParts, videoSeconds, videoSize, firstAlike, type VideoSpec, type VideoPart } from '@ninesixteen/shared/video/video-spec'
import type { Render, RenderJob, RenderReply, RenderCaller, SlideInput, TrackCut } from './render-job.ts'
import { createVideoSpool, type VideoSpool, type SpooledChunk } from './video-spool.ts'
import { VideoStream } from './video-stream.ts'
import { isFileMissing, readInput, type SlideFiles } from './slide-input.ts'
import { interleave } from '@ninesixteen/shared/video/interleave'
import { forEachConcurrently } from '../promises.ts'

export interface VideoOptions extends RenderCaller {
  /** Called after each encoded slide or cross-fade. */
  onProgress?: (done: number, of: number) => void
}

/** An MP4 in consecutive chunks: 35 slides with cross-fades are 100 MB, too much for memory. */
export interface VideoFile {
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  bytes: number
  /** The reader must call this when done, or when it gives up. */
  close(): Promise<void>
}

interface VideoWork {
  video: VideoSpec
  files: SlideFiles
  draw: Render
  spoolDir: string
}

/** One more than there are threads, to read files while they render. */
const AT_ONCE = 3

/**
 * Renders the MP4 of a slideshow in the format of its slides, 60 frames per second. Each slide is encoded once and held by skipped frames; cross-fades and
 * motion are encoded frame by frame. Throws VIDEO_PHOTO_FAILED with the slide's number, from 1, when one of its files is missing or damaged, and
 * VIDEO_SOUND_MISSING without the track of its sound.
 */
export async function renderVideo(work: VideoWork, options: VideoOptions): Promise<VideoFile> {
  const { signal } = options
  if (work.video.pictures.length === 0) throw new AppError('VIDEO_NO_SLIDE')
  const [encoded, written] = [createVideoSpool(work.spoolDir), createVideoSpool(work.spoolDir)]
  try {
    const track = await readTrack(work)
    return await assembleVideo(work, { parts: await encodeParts(work, encoded, options), track, spool: written, turn: options })
  } catch (error) {
    await written.close()
    signal?.throwIfAborted()
    throw error instanceof AppError ? error : new AppError('VIDEO_RECORDING_FAILED', {}, { cause: error })
  } finally {
    await encoded.close()
  }
}

/** An encoded part of the video. */
interface EncodedVideoPart {
  pictures: readonly SpooledChunk[]
  frames: number
}

/** Encodes all parts, in order. Identical slides are encoded once. */
async function encodeParts(work: VideoWork, spool: VideoSpool, { userId, signal, onProgress }: VideoOptions): Promise<EncodedVideoPart[]> {
  const { video: spec, files, draw } = work
  const alike = firstAlike(spec)
  const parts = videoParts(spec)
  const isFirst = (part: VideoPart): boolean => part.kind === 'hold' && alike[part.picture] === part.picture
  // Slides before cross-fades: a damaged file is then reported with its own number.
  const queue = [...parts.filter(isFirst), ...parts.filter(({ kind }) => kind === 'move'), ...parts.filter(({ kind }) => kind === 'fade')]
  const held = new Map<number, SpooledChunk[]>()
  const changing = new Map<VideoPart, SpooledChunk[]>()
  const failing = new AbortController()
  const turn = { userId, signal: AbortSignal.any([failing.signal, ...(signal ? [signal] : [])]) }

  const encode = async (part: VideoPart): Promise<void> => {
    const number = (part.kind === 'fade' ? part.from : part.picture) + 1
    const images = filesOf(await draw(() => jobOf(spec, part, files), turn), number)
    const chunks: SpooledChunk[] = []
    for (const picture of images) chunks.push(await spool.add(picture))
    if (part.kind === 'hold') held.set(part.picture, chunks)
    else changing.set(part, chunks)
    onProgress?.(held.size + changing.size, queue.length)
  }
  await forEachConcurrently(queue, AT_ONCE, (part) =>
    encode(part).catch((error: unknown) => {
      failing.abort(error)
      throw error
    }),
  )
  return parts.map((part) => {
    const images = part.kind === 'hold' ? held.get(alike[part.picture] ?? part.picture) : changing.get(part)
    return { pictures: images ?? [], frames: part.frames }
  })
}

async function readTrack({ video, files }: VideoWork): Promise<TrackCut | null> {
  if (!video.sound) return null
  const file = await files.loadSound?.(video.sound.path)
  if (!file) throw new AppError('VIDEO_SOUND_MISSING')
  return { file, cut: video.sound, seconds: videoSeconds(video) }
}

interface VideoAssembly {
  parts: readonly EncodedVideoPart[]
  track: TrackCut | null
  /** For the final frames. */
  spool: VideoSpool
  turn: RenderCaller
}

/** Writes part by part, with at most one of them in memory. */
async function assembleVideo({ video, draw }: VideoWork, { parts, track, spool, turn }: VideoAssembly): Promise<VideoFile> {
  const stream = new VideoStream(videoSize(video))
  const frames: SpooledChunk[] = []
  let bytes = 0
  for (const part of parts) {
    turn.signal?.throwIfAborted()
    const frameData = await Promise.all(part.pictures.map((read) => read()))
    const piece = stream.append({ frameData, frames: part.frames })
    bytes += piece.length
    frames.push(await spool.add(piece))
  }
  const { description } = stream
  const reply = await draw(async () => ({ kind: 'mp4-header', stream: description, track }), turn)
  const header = filesOf(reply, 0)
  const sound = ('sound' in reply && reply.sound) || []
  async function* written(): AsyncGenerator<Uint8Array> {
    for (const read of frames) yield read()
  }
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield* header
    yield* interleave(written(), sound)
  }
  for (const piece of [...header, ...sound.map((place) => place.bytes)]) bytes += piece.length
  return { chunks: pieces(), bytes, close: () => spool.close() }
}

async function jobOf(spec: VideoSpec, part: VideoPart, files: SlideFiles): Promise<RenderJob> {
  if (part.kind === 'hold') return { kind: 'key-picture', input: await readPicture(spec, part.picture, files) }
  if (part.kind === 'move') {
    const { kind, frames, from, of } = part
    return { kind, input: await readPicture(spec, part.picture, files), frames, from, of }
  }
  const [from, to] = await Promise.all([readPicture(spec, part.from, files), readPicture(spec, part.to, files)])
  return { kind: 'fade', from, to, frames: part.frames, motion: spec.motion ?? false }
}

/** Loads a slide of the video with its files; a missing file is an error of that slide. */
async function readPicture(spec: VideoSpec, picture: number, files: SlideFiles): Promise<SlideInput> {
  const slide = spec.pictures[picture]?.slide
  if (!slide) throw new RangeError(`The video has no slide ${picture}`)
  const failed = (cause?: unknown): AppError => new AppError('VIDEO_PHOTO_FAILED', { number: picture + 1 }, { cause })
  const input = await readInput(slide, files).catch((error: unknown) => {
    throw error instanceof AppError ? error : failed(error)
  })
  if (isFileMissing(input)) throw failed()
  return input
}

function filesOf(reply: RenderReply, number: number): Uint8Array[] {
  if ('files' in reply) return reply.files
  const cause = new Error(reply.failure)
  throw reply.unreadable ? new AppError('VIDEO_PHOTO_FAILED', { number }, { cause }) : cause
}
