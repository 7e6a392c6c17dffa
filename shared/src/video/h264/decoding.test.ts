import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { readKeyFrame, type KeyFrame } from './key-frame.ts'
import { skipFrame } from './skip-frame.ts'

/** An independent encoder and decoder, where it is installed. */
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

function ffmpeg(args: readonly string[], input: Uint8Array = new Uint8Array()): Uint8Array {
  const { status, stdout, stderr } = spawnSync('ffmpeg', ['-hide_banner', '-v', 'warning', ...args], { input, maxBuffer: 64e6 })
  if (status !== 0 || stderr.length > 0) throw new Error(`ffmpeg: ${stderr.toString()}`)
  return stdout
}

/** One test picture as x264 encodes it; each number is another picture. */
function encode(number: number, options: readonly string[]): Uint8Array {
  const source = ['-f', 'lavfi', '-i', `testsrc2=s=90x160:r=60,trim=start_frame=${number}`]
  const format = options.includes('-pix_fmt') ? [] : ['-pix_fmt', 'yuv420p']
  return ffmpeg([...source, '-frames:v', '1', ...format, '-c:v', 'libx264', ...options, '-f', 'h264', '-'])
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
    const skipped = Array.from({ length: frames - 1 }, (_, index) => skipFrame((known as KeyFrame).stream, index + 1))
    stream.push(...startCoded([known.sequenceSet, known.pictureSet, ...known.slices, ...skipped]))
  }
  return Uint8Array.from(stream)
}

describe.skipIf(!hasFfmpeg)('a decoder', () => {
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
