import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { readKeyFrame, type KeyFrame } from './key-frame.ts'
import { HeldStream, type EncodedFrame } from './held-stream.ts'
import { NAL, nalType, splitAnnexB } from './nal-units.ts'
import { heldPlace, skipFrame } from './skip-frame.ts'

/** An independent encoder and decoder, where it is installed. */
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

function ffmpeg(args: readonly string[], input: Uint8Array = new Uint8Array()): Uint8Array {
  const { status, stdout, stderr } = spawnSync('ffmpeg', ['-hide_banner', '-v', 'warning', ...args], { input, maxBuffer: 64e6 })
  if (status !== 0 || stderr.length > 0) throw new Error(`ffmpeg: ${stderr.toString()}`)
  return stdout
}

/** Test pictures as x264 encodes them; each number is another picture. */
function encode(number: number, options: readonly string[], count = 1): Uint8Array {
  const source = ['-f', 'lavfi', '-i', `testsrc2=s=90x160:r=60,trim=start_frame=${number}`]
  const format = options.includes('-pix_fmt') ? [] : ['-pix_fmt', 'yuv420p']
  return ffmpeg([...source, '-frames:v', `${count}`, ...format, '-c:v', 'libx264', ...options, '-f', 'h264', '-'])
}

/** A fingerprint of each decoded frame. */
function decode(stream: Uint8Array): string[] {
  const list = ffmpeg(['-f', 'h264', '-i', '-', '-f', 'framemd5', '-'], stream)
  const lines = new TextDecoder().decode(list).split('\n')
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(',').at(-1)?.trim() ?? '')
}

function startCoded(units: readonly Uint8Array[]): number[] {
  return units.flatMap((unit) => [0, 0, 0, 1, ...unit])
}

/** Each picture held for some frames, as a byte stream. */
function held(pictures: readonly Uint8Array[], frames: number): Uint8Array {
  let known: KeyFrame | null = null
  const stream: number[] = []
  for (const picture of pictures) {
    known = readKeyFrame(picture, known)
    if (!known) throw new Error('A picture was refused')
    const skipped = Array.from({ length: frames - 1 }, (_, index) => skipFrame((known as KeyFrame).stream, heldPlace(index + 1)))
    stream.push(...startCoded([known.sequenceSet, known.pictureSet, ...known.slices, ...skipped]))
  }
  return Uint8Array.from(stream)
}

/** A stream of a key picture and predicted ones, in a byte stream for each picture. */
function picturesOf(stream: Uint8Array): Uint8Array[] {
  const pictures: number[][] = []
  let sets: Uint8Array[] = []
  for (const unit of splitAnnexB(stream)) {
    sets.push(unit)
    if (nalType(unit) !== NAL.slice && nalType(unit) !== NAL.keySlice) continue
    pictures.push(startCoded(sets))
    sets = []
  }
  return pictures.map((bytes) => Uint8Array.from(bytes))
}

/** The NAL units of a frame in MP4 format, after its parameter sets, as a byte stream. */
function unprefixed({ data }: EncodedFrame): number[] {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  return startCoded([data.subarray(4, 4 + view.getUint32(0))])
}

const refusal = (detail: string) => new Error(detail)

describe.skipIf(!hasFfmpeg)('a decoder', () => {
  test('shows each encoded picture twice when it is repeated, and the next ones unchanged', () => {
    // 20 is more than frame_num counts in its 4 bits.
    const pictures = encode(0, ['-profile:v', 'baseline', '-x264-params', 'ref=1:keyint=100:scenecut=0'], 20)
    const stream = new HeldStream(refusal)
    const frames = picturesOf(pictures).flatMap((bytes, at) => [at === 0 ? stream.key(bytes) : stream.predicted(bytes), stream.repeat()])
    const { sequenceSet, pictureSet } = stream.sets
    const decoded = decode(Uint8Array.from([...startCoded([sequenceSet, pictureSet]), ...frames.flatMap(unprefixed)]))
    expect(decoded).toEqual(decode(pictures).flatMap((picture) => [picture, picture]))
    expect(new Set(decoded).size).toBe(20)
  })

  test('never gets a repeated picture in a stream that skips numbers', () => {
    const [key, , second] = picturesOf(encode(0, ['-profile:v', 'baseline', '-x264-params', 'ref=1'], 3))
    const stream = new HeldStream(refusal)
    stream.key(key ?? new Uint8Array())
    stream.repeat()
    expect(() => stream.predicted(second ?? new Uint8Array())).toThrow('counted in an unknown way')
  })

  test.each([
    ['Baseline', ['-profile:v', 'baseline', '-x264-params', 'ref=1']],
    ['Main with weights and three references', ['-x264-params', 'cabac=0:bframes=0:weightp=2:ref=3']],
    ['several slices', ['-profile:v', 'baseline', '-x264-params', 'slices=4:ref=1']],
    ['no deblocking', ['-profile:v', 'baseline', '-x264-params', 'no-deblock=1:ref=1']],
  ])('shows skipped pictures as the one before them: %s', (_, options) => {
    // 40 is more than frame_num counts in its 4 bits.
    const frames = decode(held([encode(0, options), encode(30, options)], 40))
    expect(frames).toHaveLength(80)
    expect(new Set(frames.slice(0, 40)).size).toBe(1)
    expect(new Set(frames.slice(40)).size).toBe(1)
    expect(frames[0]).not.toBe(frames[79])
  })

  test.each([
    ['arithmetic coding', ['-profile:v', 'main', '-x264-params', 'bframes=0']],
    ['B pictures', ['-x264-params', 'cabac=0:bframes=2']],
    ['fields', ['-x264-params', 'cabac=0:bframes=0:weightp=0:interlaced=1']],
    ['4:4:4', ['-pix_fmt', 'yuv444p', '-x264-params', 'cabac=0:bframes=0']],
  ])('is not asked for them with %s', (_, options) => {
    expect(readKeyFrame(encode(0, options), null)).toBeNull()
  })
})
