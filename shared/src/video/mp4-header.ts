import { EncodedAudioPacketSource, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, NullTarget, Output } from 'mediabunny'
import type { Size } from '../slide/formats.ts'
import { decoderDescription, PACKET_SAMPLES } from '../sound/aac/adts.ts'
import type { SoundStream } from '../sound/video-sound.ts'
import { avcDecoderConfig } from './h264/decoder-config.ts'
import { BOX_HEADER, boxIn, chunksOf } from './mp4-boxes.ts'
import { VIDEO_FPS } from './timeline.ts'

/** HD video's colors, in the range of television: what every player expects of a file that does not say otherwise. */
export const VIDEO_COLORS = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

/** An encoded frame, its bytes elsewhere. */
export interface FrameSize {
  bytes: number
  isKey: boolean
}

export interface Mp4Stream {
  /** Pixels of a frame. */
  size: Size
  sequenceSet: Uint8Array
  pictureSet: Uint8Array
  /** In their order, a sixtieth of a second each. */
  frames: readonly FrameSize[]
  sound?: SoundStream | null
}

/** Sound between the frames: packets `from` to before `to`, after a number of bytes of frames. */
export interface SoundPlace {
  after: number
  from: number
  to: number
}

export interface Mp4Header {
  /** Everything before the frames. */
  boxes: Uint8Array<ArrayBuffer>[]
  /** In order. Frames and sound alternate about twice a second. */
  sound: SoundPlace[]
}

const MDAT = [0x6d, 0x64, 0x61, 0x74]
const LONGEST_BOX = 0xffffffff

function mdatHeader(content: number): Uint8Array<ArrayBuffer> {
  if (content + BOX_HEADER > LONGEST_BOX) throw new RangeError('The video is too large for one MP4')
  const header = new Uint8Array(BOX_HEADER)
  new DataView(header.buffer).setUint32(0, content + BOX_HEADER)
  header.set(MDAT, 4)
  return header
}

/**
 * Everything in an MP4 before its frames, the index included, so that it plays while it downloads. The frames follow unchanged, so no process holds
 * a whole video: the library writes its boxes for frames of zeros, and discards the rest.
 */
export async function mp4Header(stream: Mp4Stream): Promise<Mp4Header> {
  const { frames, sound } = stream
  const boxes: Uint8Array<ArrayBuffer>[] = []
  const keep = (box: Uint8Array): void => void boxes.push(new Uint8Array(box))
  const format = new Mp4OutputFormat({ fastStart: 'in-memory', onFtyp: keep, onMoov: keep })
  const output = new Output({ format, target: new NullTarget() })
  const video = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(video, { frameRate: VIDEO_FPS })
  const addSound = sound ? addSoundTrack(output, sound) : null
  await output.start()
  const zeros = new Uint8Array(Math.max(0, ...frames.map(({ bytes }) => bytes)))
  for (const [index, { bytes, isKey }] of frames.entries()) {
    const packet = new EncodedPacket(zeros.subarray(0, bytes), isKey ? 'key' : 'delta', index / VIDEO_FPS, 1 / VIDEO_FPS)
    await addSound?.(packet.timestamp)
    await video.add(packet, index === 0 ? { decoderConfig: decoderConfigOf(stream) } : undefined)
  }
  await addSound?.(Infinity)
  await output.finalize()
  const content = [...frames.map(({ bytes }) => bytes), ...(sound?.packets.map(({ length }) => length) ?? [])]
  const moov = boxes.at(-1)
  return {
    boxes: [...boxes, mdatHeader(content.reduce((sum, bytes) => sum + bytes, 0))],
    sound: sound && moov ? soundPlaces(boxIn(moov, 'moov'), frames) : [],
  }
}

function decoderConfigOf({ size: { width, height }, sequenceSet, pictureSet }: Mp4Stream): VideoDecoderConfig {
  const size = { codedWidth: width, codedHeight: height }
  return { ...avcDecoderConfig(sequenceSet, pictureSet), ...size, colorSpace: VIDEO_COLORS }
}

/** Adds a track for the sound. The returned function adds its packets up to a time, in seconds. */
export function addSoundTrack(output: Output, { sampleRate, start, packets }: SoundStream): (until: number) => Promise<void> {
  const track = new EncodedAudioPacketSource('aac')
  output.addAudioTrack(track)
  const decoderConfig = { codec: 'mp4a.40.2', numberOfChannels: 2, sampleRate, description: decoderDescription(sampleRate) }
  const seconds = PACKET_SAMPLES / sampleRate
  let next = 0
  return async (until) => {
    for (; next < packets.length && start + next * seconds <= until; next++) {
      const packet = new EncodedPacket(packets[next] ?? new Uint8Array(), 'key', start + next * seconds, seconds)
      await track.add(packet, next === 0 ? { decoderConfig } : undefined)
    }
  }
}

/** Where the index expects the sound. */
function soundPlaces(moov: Uint8Array, frames: readonly FrameSize[]): SoundPlace[] {
  const places: SoundPlace[] = []
  let [after, frame, packet] = [0, 0, 0]
  for (const { track, samples } of chunksOf(moov)) {
    if (track === 0) {
      after += frames.slice(frame, frame + samples).reduce((sum, { bytes }) => sum + bytes, 0)
      frame += samples
    } else {
      places.push({ after, from: packet, to: packet + samples })
      packet += samples
    }
  }
  return places
}
