import type { EncodedFrame } from '@ninesixteen/shared/video/h264/held-stream'
import type { SoundStream } from '@ninesixteen/shared/sound/video-sound'
import { addSoundTrack, mp4Header } from '@ninesixteen/shared/video/mp4-header'
import type { FrameSize, Mp4Stream } from '@ninesixteen/shared/video/mp4-header'
import { VIDEO_FPS } from '@ninesixteen/shared/video/timeline'
import { Mp4OutputFormat, Output, StreamTarget } from 'mediabunny'
import type { StreamTargetChunk, VideoSource } from 'mediabunny'

const MP4 = { type: 'video/mp4' }

/** Encoded frames in blob storage, which the browser may keep on disk. */
export interface EncodedFrames {
  sizes: readonly FrameSize[]
  body: Blob
}

export function keepFrames(frames: readonly EncodedFrame[]): EncodedFrames {
  return {
    sizes: frames.map(({ data, isKey }) => ({ bytes: data.length, isKey })),
    body: new Blob(frames.map(({ data }) => data as Uint8Array<ArrayBuffer>)),
  }
}

/** Writes an MP4 with its index first, so that it plays while downloading. `fill` adds the frames, and `addSound` the packets before each. */
export async function writeMp4(
  source: VideoSource,
  sound: SoundStream | null,
  fill: (addSound: (until: number) => Promise<void>) => Promise<void>,
): Promise<Blob> {
  const pieces: Blob[] = []
  let end = 0
  const write = ({ data, position }: StreamTargetChunk): void => {
    if (position !== end) throw new RangeError('The MP4 was not written in order')
    pieces.push(new Blob([data]))
    end += data.length
  }
  const target = new StreamTarget(new WritableStream({ write }), { chunked: true })
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  output.addVideoTrack(source, { frameRate: VIDEO_FPS })
  const addSound = sound ? addSoundTrack(output, sound) : async () => undefined
  await output.start()
  await fill(addSound)
  await addSound(Infinity)
  await output.finalize()
  return new Blob(pieces, MP4)
}

/** Builds the MP4 from references to encoded frames. */
export async function mp4File(stream: Omit<Mp4Stream, 'frames'>, video: readonly EncodedFrames[]): Promise<Blob> {
  const { boxes, sound } = await mp4Header({ ...stream, frames: video.flatMap(({ sizes }) => sizes) })
  const frames = new Blob(video.map(({ body }) => body))
  const pieces: BlobPart[] = []
  let at = 0
  for (const { after, from, to } of sound) {
    pieces.push(frames.slice(at, after), ...((stream.sound?.packets.slice(from, to) ?? []) as Uint8Array<ArrayBuffer>[]))
    at = after
  }
  return new Blob([...boxes, ...pieces, frames.slice(at)], MP4)
}
