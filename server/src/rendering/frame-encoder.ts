import type { Size } from '@ninesixteen/shared/slide/formats'
import { VIDEO_FPS } from '@ninesixteen/shared/video/timeline'
import type { H264MP4Encoder } from 'h264-mp4-encoder'
import { readFrames } from './mp4-samples.ts'

/** 42 dB for a photograph with text, about 180 KB: slightly better than browsers' encoders. From 10 (best) to 51. */
const QUANTISER = 24
/** 10 is the fastest. In key frames it only omits deblocking, which is invisible at this quality. */
const SPEED = 10

/** A megabyte of source, loaded with the first video. */
async function createEncoder(): Promise<H264MP4Encoder> {
  const { default: library } = await import('h264-mp4-encoder')
  return library.createH264MP4Encoder()
}

/**
 * Encodes I420 frames as H.264 Baseline: one key frame, then predicted frames. Each is a byte stream with its parameter sets. `draw` may
 * reuse its memory for the next frame.
 */
export async function encodeFrames(count: number, { width, height }: Size, draw: (index: number) => Uint8Array): Promise<Uint8Array[]> {
  const encoder = await createEncoder()
  try {
    const size = { width, height, frameRate: VIDEO_FPS }
    Object.assign(encoder, { ...size, speed: SPEED, quantizationParameter: QUANTISER, groupOfPictures: count })
    encoder.initialize()
    for (let index = 0; index < count; index++) encoder.addFrameYuv(draw(index))
    encoder.finalize()
    const images = readFrames(encoder.FS.readFile(encoder.outputFilename))
    // The encoder's in-memory file, which it doesn't delete itself.
    encoder.FS.unlink(encoder.outputFilename)
    return images
  } finally {
    encoder.delete()
  }
}
