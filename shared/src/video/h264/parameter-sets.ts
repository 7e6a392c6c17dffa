import { BitReader } from './bits.ts'
import { NAL, nalType, payloadOf } from './nal-units.ts'

/** Fields of the parameter sets that determine how slice headers are written. */
export interface H264Stream {
  /** profile_idc: 66 is Baseline. */
  profile: number
  /** Size in pixels, after cropping. */
  width: number
  height: number
  /** Macroblocks of a picture. */
  macroblocks: number
  sequenceSetId: number
  pictureSetId: number
  /** Bits of frame_num. */
  frameNumBits: number
  /** Bits of the picture order count in slice headers; 0 when pictures are in decoding order anyway (type 2). */
  orderBits: number
  /** The slice header has a second picture order count, for the bottom field. */
  bottomFieldOrder: boolean
  /** The slice header has redundant_pic_cnt. */
  redundantPictures: boolean
  /** P slices may use more than one reference unless their header says otherwise. */
  manyReferences: boolean
  /** P slices carry a table of prediction weights. */
  weightedPrediction: boolean
  /** The slice header can turn the deblocking filter off. */
  deblockingControl: boolean
}

type Sequence = Pick<H264Stream, 'profile' | 'width' | 'height' | 'macroblocks' | 'sequenceSetId' | 'frameNumBits' | 'orderBits'>

/** Profiles whose sequence set tells the chroma format and bit depth; all others have 4:2:0 in 8 bits. */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])
const EXTENDED_SAMPLE_RATIO = 255

/** True when the pictures are 4:2:0 in 8 bits without scaling matrices. */
function hasPlainSamples(reader: BitReader): boolean {
  if (reader.unsigned() !== 1) return false
  const depths = reader.unsigned() + reader.unsigned()
  const lossless = reader.flag()
  const scaling = reader.flag()
  return depths === 0 && !lossless && !scaling
}

function skipHypotheticalDecoder(reader: BitReader): void {
  const count = reader.unsigned() + 1
  reader.bits(8)
  for (let i = 0; i < count; i++) {
    reader.unsigned()
    reader.unsigned()
    reader.bits(1)
  }
  reader.bits(20)
}

/** Whether the usability information says that pictures are shown in another order than they are decoded: B pictures. */
function reordersPictures(reader: BitReader): boolean {
  if (reader.flag() && reader.bits(8) === EXTENDED_SAMPLE_RATIO) reader.bits(32)
  if (reader.flag()) reader.bits(1)
  if (reader.flag()) {
    reader.bits(4)
    if (reader.flag()) reader.bits(24)
  }
  if (reader.flag()) {
    reader.unsigned()
    reader.unsigned()
  }
  if (reader.flag()) {
    reader.bits(32)
    reader.bits(32)
    reader.bits(1)
  }
  const decoders = [reader.flag()]
  if (decoders[0]) skipHypotheticalDecoder(reader)
  decoders.push(reader.flag())
  if (decoders[1]) skipHypotheticalDecoder(reader)
  if (decoders.includes(true)) reader.bits(1)
  reader.bits(1)
  if (!reader.flag()) return false
  reader.bits(1)
  for (let i = 0; i < 4; i++) reader.unsigned()
  return reader.unsigned() > 0
}

function readSize(reader: BitReader): { width: number; height: number; macroblocks: number } | null {
  const columns = reader.unsigned() + 1
  const rows = reader.unsigned() + 1
  const wholeFrames = reader.flag()
  if (!wholeFrames) return null
  reader.bits(1)
  const cropped = reader.flag()
  const [left, right, top, bottom] = [0, 0, 0, 0].map(() => (cropped ? reader.unsigned() : 0)) as [number, number, number, number]
  // Cropping is counted in samples of chroma, each of which covers 2 x 2 pixels.
  return { width: 16 * columns - 2 * (left + right), height: 16 * rows - 2 * (top + bottom), macroblocks: columns * rows }
}

function readSequenceSet(reader: BitReader): Sequence | null {
  const profile = reader.bits(8)
  reader.bits(16)
  const sequenceSetId = reader.unsigned()
  if (HIGH_PROFILES.has(profile) && !hasPlainSamples(reader)) return null
  const frameNumBits = reader.unsigned() + 4
  const orderType = reader.unsigned()
  if (orderType === 1) return null
  const orderBits = orderType === 0 ? reader.unsigned() + 4 : 0
  const references = reader.unsigned()
  reader.bits(1)
  const size = readSize(reader)
  if (references < 1 || size === null) return null
  if (reader.flag() && reordersPictures(reader)) return null
  return { profile, ...size, sequenceSetId, frameNumBits, orderBits }
}

function readPictureSet(reader: BitReader, sequence: Sequence): H264Stream | null {
  const pictureSetId = reader.unsigned()
  const sequenceSetId = reader.unsigned()
  const arithmeticCoding = reader.flag()
  const bottomFieldOrder = reader.flag()
  const sliceGroups = reader.unsigned() + 1
  if (arithmeticCoding || sliceGroups > 1 || sequenceSetId !== sequence.sequenceSetId) return null
  const manyReferences = reader.unsigned() > 0
  reader.unsigned()
  const weightedPrediction = reader.flag()
  reader.bits(2)
  for (let i = 0; i < 3; i++) reader.signed()
  const deblockingControl = reader.flag()
  reader.bits(1)
  return {
    ...sequence,
    pictureSetId,
    bottomFieldOrder,
    redundantPictures: reader.flag(),
    manyReferences,
    weightedPrediction,
    deblockingControl,
  }
}

/**
 * Reads a sequence and a picture parameter set. Null when a picture of nothing but skipped macroblocks cannot be written for such a
 * stream, or not by us: arithmetic coding (CABAC), slice groups (FMO), fields, B pictures, no reference picture, picture order of
 * type 1, samples other than 4:2:0 in 8 bits, scaling matrices; or when the sets are damaged.
 */
export function parseParameterSets(sequenceSet: Uint8Array, pictureSet: Uint8Array): H264Stream | null {
  if (nalType(sequenceSet) !== NAL.sequenceSet || nalType(pictureSet) !== NAL.pictureSet) return null
  try {
    const sequence = readSequenceSet(new BitReader(payloadOf(sequenceSet)))
    return sequence && readPictureSet(new BitReader(payloadOf(pictureSet)), sequence)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
