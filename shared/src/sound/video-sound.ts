import { PACKET_SAMPLES } from './aac/adts.ts'
import type { AacTrack, TrackRate } from './aac/adts.ts'
import { lowered, stepsOf } from './aac/gain.ts'

/** Longest track, in seconds. */
export const TRACK_SECONDS_MAX = 600
/** Largest file that a track is made of: ten minutes of studio sound. */
export const SOURCE_BYTES_MAX = 256 * 1024 * 1024
/** Longest fade, in seconds. */
export const FADE_SECONDS_MAX = 10
/** Samples that the encoder puts before the sound. */
const PRIMING = 1024
/** Where a track ends before its video, it fades out and in again from its start, in seconds each. */
const REPEAT_FADE_SECONDS = 0.5

/** How a video uses a track. */
export interface SoundCut {
  /** Seconds into the track. */
  start: number
  /** Seconds. */
  fadeIn: number
  fadeOut: number
  /** Factor. */
  volume: number
}

export const NEW_CUT: SoundCut = { start: 0, fadeIn: 0, fadeOut: 1, volume: 1 }

/** The sound of a video. */
export interface VideoSound extends SoundCut {
  /** Storage path of the track, an ADTS file. */
  path: string
}

/** The sound of an MP4. */
export interface SoundStream {
  sampleRate: TrackRate
  /** When the first packet begins, in seconds: up to 0, as a decoder needs the packet before the start. */
  start: number
  packets: readonly Uint8Array[]
}

/**
 * The packets of a video's sound: cut from the track at the sample, repeated until the video ends, and lowered where it fades. Page and server both
 * cut here, so their files have the same ones, and neither decodes any.
 */
export function cutSound({ sampleRate, packets }: AacTrack, cut: SoundCut, seconds: number): SoundStream {
  const from = Math.min(Math.round(cut.start * sampleRate), Math.max(0, (packets.length - 2) * PACKET_SAMPLES)) + PRIMING
  // A decoder overlaps each packet with the one before.
  const first = Math.floor(from / PACKET_SAMPLES) - 1
  const lead = from - first * PACKET_SAMPLES
  const count = Math.ceil((lead + Math.round(seconds * sampleRate)) / PACKET_SAMPLES)
  const pass = packets.length - first
  const fadeAt = (place: number): number => {
    // A packet sounds around its end, where its window is widest.
    const at = ((place + 1) * PACKET_SAMPLES - lead) / sampleRate
    const [since, until] = [
      ((place % pass) + 1) * (PACKET_SAMPLES / sampleRate),
      (pass - (place % pass) - 1) * (PACKET_SAMPLES / sampleRate),
    ]
    const repeats = count > pass
    return Math.min(
      fade(at, cut.fadeIn),
      fade(seconds - at, cut.fadeOut),
      repeats && place >= pass ? fade(since, REPEAT_FADE_SECONDS) : 1,
      repeats ? fade(until, REPEAT_FADE_SECONDS) : 1,
    )
  }
  const cutPackets = Array.from({ length: count }, (_, place) => {
    const packet = packets[first + (place % pass)]
    if (!packet) throw new RangeError('The track has no such packet')
    return lowered(packet, stepsOf(cut.volume * fadeAt(place)))
  })
  return { sampleRate, start: -lead / sampleRate, packets: cutPackets }
}

/** The factor some seconds into a fade: half a cosine, which begins and ends gently. */
function fade(at: number, seconds: number): number {
  if (seconds === 0 || at >= seconds) return 1
  return at <= 0 ? 0 : (1 - Math.cos((Math.PI * at) / seconds)) / 2
}

/** Seconds of a track. */
export function trackSeconds({ sampleRate, packets }: AacTrack): number {
  return Math.max(0, packets.length * PACKET_SAMPLES - PRIMING) / sampleRate
}
