import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import { VIDEO_FPS } from '@ninesixteen/shared/video/timeline'
import type { H264MP4Encoder } from 'h264-mp4-encoder'
import { readFrames } from './mp4-samples.ts'

/** 42 dB for a photograph with text, about 180 KB: what browsers' encoders give and a little more. From 10 (best) to 51. */
const QUANTISER = 24
/** 10 is the fastest. Of key pictures it only leaves out the smoothing of block edges, which at this quality is not seen. */
const SPEED = 10

/** Loaded with the first video: a megabyte of source. */
async function createEncoder(): Promise<H264MP4Encoder> {
  const { default: library } = await import('h264-mp4-encoder')
  return library.createH264MP4Encoder()
}

/**
 * Encodes pictures in I420 as H.264 Baseline: the first is a key picture, the others are predicted each from the one before. Each is a byte
 * stream with its parameter sets. `draw` writes a picture into memory that is used for the next one too.
 */
export async function encodeFrames(count: number, draw: (index: number) => Uint8Array): Promise<Uint8Array[]> {
  const encoder = await createEncoder()
  try {
    const size = { width: EXPORT_WIDTH, height: EXPORT_HEIGHT, frameRate: VIDEO_FPS }
    Object.assign(encoder, { ...size, speed: SPEED, quantizationParameter: QUANTISER, groupOfPictures: count })
    encoder.initialize()
    for (let index = 0; index < count; index++) encoder.addFrameYuv(draw(index))
    encoder.finalize()
    const pictures = readFrames(encoder.FS.readFile(encoder.outputFilename))
    // A file of its own, in memory, that nothing else takes away.
    encoder.FS.unlink(encoder.outputFilename)
    return pictures
  } finally {
    encoder.delete()
  }
}
