import {
  ADTS,
  AudioSample,
  Conversion,
  FLAC,
  Input,
  MP3,
  MP4,
  NullTarget,
  OGG,
  Output,
  QTFF,
  UnsupportedInputFormatError,
  WAVE,
  WavOutputFormat,
} from 'mediabunny'
import type { InputAudioTrack, Source } from 'mediabunny'
import { AppError } from '../errors.ts'
import { isTrackRate } from './aac/adts.ts'
import type { AacTrack, TrackRate } from './aac/adts.ts'
import { createBeatMeter } from './beats.ts'
import type { Beats } from './beats.ts'
import { createLeveller } from './leveller.ts'
import { lostSeconds } from './lost-seconds.ts'
import { createLoudnessMeter, PEAK_DBTP, TARGET_LUFS } from './loudness.ts'
import type { Stereo } from './loudness.ts'
import { SOURCE_BYTES_MAX, TRACK_SECONDS_MAX } from './video-sound.ts'

/** Encodes two channels to AAC, piece by piece. */
export interface PacketEncoder {
  add(piece: Stereo): Promise<void>
  finish(): Promise<Uint8Array[]>
}

export interface TrackSource {
  /** In bytes. */
  size: number
  /** Opens the file, once for each time it is read. */
  open(): Source
  createEncoder(sampleRate: TrackRate): Promise<PacketEncoder>
  /** The share that is done. */
  onProgress(share: number): void
}

export interface MadeTrack extends AacTrack {
  beats: Beats | null
  /** Seconds that a file lacks because it was cut off. */
  lostSeconds: number
}

/** Bits a second of a track: stereo music without audible loss. */
export const BITRATE = 192_000
const FORMATS = [MP3, WAVE, MP4, QTFF, OGG, ADTS, FLAC]
/** Rates other than AAC tracks have are resampled to this one. */
const OTHER_RATE: TrackRate = 48_000
/** Less cannot be measured (BS.1770): a beginning that is left of a damaged file. */
const SECONDS_MIN = 0.5
/** Quieter than this is silence, in LUFS. */
const SILENCE_LUFS = -60
/** AAC's peaks exceed those of its source by less than this, in decibels. */
const CODING_DB = 1

/**
 * Turns a sound file into a track: stereo AAC-LC of -14 LUFS and at most -1.5 dBTP. Decodes it twice, a piece at a time, so memory does not grow with
 * the file. Throws an AppError that says what is wrong with the file.
 */
export async function makeTrack({ size, open, createEncoder, onProgress }: TrackSource): Promise<MadeTrack> {
  if (size === 0) throw new AppError('SOUND_EMPTY')
  if (size > SOURCE_BYTES_MAX) throw new AppError('SOUND_TOO_LARGE', { limit: `${SOURCE_BYTES_MAX / 1024 / 1024} MB` })
  const { rate, seconds, lost } = await inspect(open)
  const [loudness, beats] = [createLoudnessMeter(rate), createBeatMeter(rate)]
  const halfOf = (half: number) => (at: number) => onProgress((half + Math.min(1, at / seconds)) / 2)
  let samples = 0
  await forEachPiece({ open, rate, onProgress: halfOf(0) }, async (piece) => {
    loudness.add(piece)
    beats.add(piece)
    samples += piece.left.length
  })
  if (samples < SECONDS_MIN * rate) throw new AppError('SOUND_TOO_SHORT')
  const measured = loudness.integrated()
  if (measured < SILENCE_LUFS) throw new AppError('SOUND_SILENT')
  const leveller = createLeveller(rate, { gain: factorOf(TARGET_LUFS - measured), ceiling: factorOf(PEAK_DBTP - CODING_DB) })
  const encoder = await createEncoder(rate)
  await forEachPiece({ open, rate, onProgress: halfOf(1) }, (piece) => encoder.add(leveller.add(piece)))
  await encoder.add(leveller.finish())
  return { sampleRate: rate, packets: await encoder.finish(), beats: beats.beats(), lostSeconds: lost }
}

function factorOf(decibels: number): number {
  return 10 ** (decibels / 20)
}

async function inspect(open: TrackSource['open']): Promise<{ rate: TrackRate; seconds: number; lost: number }> {
  const input = inputOf(open)
  try {
    const track = await audioTrack(input)
    const [rate, seconds] = [await track.getSampleRate(), await track.computeDuration()]
    if (seconds > TRACK_SECONDS_MAX)
      throw new AppError('SOUND_TOO_LONG', { minutes: Math.round(seconds / 60), limit: TRACK_SECONDS_MAX / 60 })
    return { rate: isTrackRate(rate) ? rate : OTHER_RATE, seconds, lost: await lostSeconds(track) }
  } catch (cause) {
    throw readable(cause)
  } finally {
    input.dispose()
  }
}

function inputOf(open: TrackSource['open']): Input {
  return new Input({ source: open(), formats: FORMATS })
}

/** Sample entries of protected files: those of iTunes, and Common Encryption. */
const PROTECTED = new Set<unknown>(['drms', 'enca'])

async function audioTrack(input: Input): Promise<InputAudioTrack> {
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new AppError((await input.getPrimaryVideoTrack()) ? 'SOUND_ONLY_VIDEO' : 'SOUND_UNREADABLE')
  if (PROTECTED.has(await track.getInternalCodecId())) throw new AppError('SOUND_PROTECTED')
  if (!(await track.canDecode())) throw new AppError('SOUND_UNSUPPORTED', { codec: (await track.getCodec()) ?? 'unknown' })
  return track
}

/** The error of a file that cannot be read. */
function readable(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  return new AppError(cause instanceof UnsupportedInputFormatError ? 'SOUND_UNREADABLE' : 'SOUND_DAMAGED', {}, { cause })
}

interface Reading extends Pick<TrackSource, 'open'> {
  rate: TrackRate
  /** Seconds that were read. */
  onProgress(at: number): void
}

/** Decodes a file to stereo at a rate. Each piece waits for the one before. */
async function forEachPiece({ open, rate, onProgress }: Reading, take: (piece: Stereo) => Promise<void>): Promise<void> {
  const input = inputOf(open)
  let pieces = 0
  let failure: unknown = null
  try {
    const output = new Output({ format: new WavOutputFormat(), target: new NullTarget() })
    const process = async (sample: AudioSample): Promise<AudioSample> => {
      try {
        await take(stereoOf(sample))
      } catch (error) {
        failure = error
        throw error
      }
      pieces += 1
      onProgress(sample.timestamp + sample.duration)
      return sample
    }
    const audio = { codec: 'pcm-f32', sampleRate: rate, numberOfChannels: 2, forceTranscode: true, process } as const
    const conversion = await Conversion.init({ input, output, tracks: 'primary', video: { discard: true }, audio, showWarnings: false })
    await conversion.execute()
  } catch (cause) {
    throw failure ?? readable(cause)
  } finally {
    input.dispose()
  }
  if (pieces === 0) throw new AppError('SOUND_DAMAGED')
}

function stereoOf(sample: AudioSample): Stereo {
  const channel = (planeIndex: number): Float32Array => {
    const plane = new Float32Array(sample.numberOfFrames)
    sample.copyTo(plane, { planeIndex, format: 'f32-planar' })
    return plane
  }
  return { left: channel(0), right: channel(1) }
}
