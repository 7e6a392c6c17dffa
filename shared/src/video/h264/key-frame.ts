import { BitReader } from './bits.ts'
import { NAL, nalType, payloadOf, splitAnnexB } from './nal-units.ts'
import { parseParameterSets, type H264Stream } from './parameter-sets.ts'

/** A stream's first key picture tells how it is built; later ones have to be built the same. */
export interface KeyFrameStream {
  stream: H264Stream
  sequenceSet: Uint8Array
  pictureSet: Uint8Array
}

/** Parameters of skipped frames after this one. */
export interface KeyFrame extends KeyFrameStream {
  /** NAL units, without parameter sets. */
  slices: Uint8Array[]
}

/** More than the part of a slice header that is read here. */
const HEADER_BYTES = 64

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

/** A picture's place since the last key picture, and its order of display, as the header of its first slice says. */
export interface PictureOrder {
  pictureSetId: number
  frameNum: number
  /** In fields, two per picture; 0 for streams that do not count them. */
  order: number
}

/** Reads the beginning of a slice header (ITU-T H.264, 7.3.3); null when it is damaged. */
export function readPictureOrder(slice: Uint8Array, stream: H264Stream): PictureOrder | null {
  try {
    const header = new BitReader(payloadOf(slice.subarray(0, HEADER_BYTES)))
    header.unsigned() // first_mb_in_slice
    header.unsigned() // slice_type
    const pictureSetId = header.unsigned()
    const frameNum = header.bits(stream.frameNumBits)
    if (nalType(slice) === NAL.keySlice) header.unsigned() // idr_pic_id
    return { pictureSetId, frameNum, order: header.bits(stream.orderBits) }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Whether a slice begins the counting of pictures at 0 and uses the one picture parameter set that is known. */
function startsAtZero(slice: Uint8Array, stream: H264Stream): boolean {
  const order = readPictureOrder(slice, stream)
  return order?.pictureSetId === stream.pictureSetId && order.frameNum === 0 && order.order === 0
}

/**
 * Reads one encoded picture, a byte stream with start codes. Null when it is not a key picture that skipped pictures can follow: a
 * P picture, a stream that `parseParameterSets` refuses, or other parameter sets than those of the pictures before.
 */
export function readKeyFrame(bytes: Uint8Array, known: KeyFrameStream | null): KeyFrame | null {
  const units = splitAnnexB(bytes)
  const setsOf = (type: number): Uint8Array[] => units.filter((unit) => nalType(unit) === type)
  const sequenceSets = setsOf(NAL.sequenceSet)
  const pictureSets = setsOf(NAL.pictureSet)
  const [sequenceSet = known?.sequenceSet] = sequenceSets
  const [pictureSet = known?.pictureSet] = pictureSets
  if (!sequenceSet || !pictureSet) return null
  // An encoder may renumber its sets with each key frame; the file has room for one of each.
  if (!sequenceSets.every((set) => sameBytes(set, known?.sequenceSet ?? sequenceSet))) return null
  if (!pictureSets.every((set) => sameBytes(set, known?.pictureSet ?? pictureSet))) return null
  const stream = known?.stream ?? parseParameterSets(sequenceSet, pictureSet)
  const slices = setsOf(NAL.keySlice)
  const [first] = slices
  if (!stream || !first || setsOf(NAL.slice).length > 0 || !startsAtZero(first, stream)) return null
  return { stream, sequenceSet: known?.sequenceSet ?? sequenceSet.slice(), pictureSet: known?.pictureSet ?? pictureSet.slice(), slices }
}
