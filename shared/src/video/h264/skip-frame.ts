import { BitWriter } from './bits.ts'
import { NAL, nalUnit } from './nal-units.ts'
import type { H264Stream } from './parameter-sets.ts'

/** slice_type of a picture whose slices are all P. */
const ALL_P = 5
/** nal_ref_idc: this picture is the reference of the next one, as pictures in a row have to be. */
const REFERENCE = 3 << 5

/** Which picture is written, and its place in the stream. */
export interface SkipPlace {
  /** Pictures since the last key picture that others refer to, this one included. */
  frameNum: number
  /** Order of display since the last key picture, in fields, of which each picture has two. */
  order: number
  /** Whether the next picture refers to this one. */
  isReference: boolean
}

/** The place of the picture `index` pictures after a key picture, when all between are skipped, too. */
export const heldPlace = (index: number): SkipPlace => ({ frameNum: index, order: 2 * index, isReference: true })

/**
 * A picture of which every macroblock is skipped, so it shows what the picture before it shows. A NAL unit of about 10 bytes, without start code
 * or length. (ITU-T H.264, 7.3.3 and 7.3.4.)
 */
export function skipFrame(stream: H264Stream, { frameNum, order, isReference }: SkipPlace): Uint8Array {
  const slice = new BitWriter()
  slice.unsigned(0) // first_mb_in_slice
  slice.unsigned(ALL_P)
  slice.unsigned(stream.pictureSetId)
  slice.bits(frameNum % 2 ** stream.frameNumBits, stream.frameNumBits)
  if (stream.orderBits > 0) {
    slice.bits(order % 2 ** stream.orderBits, stream.orderBits)
    if (stream.bottomFieldOrder) slice.signed(0)
  }
  if (stream.redundantPictures) slice.unsigned(0)
  slice.flag(stream.manyReferences) // num_ref_idx_active_override_flag
  if (stream.manyReferences) slice.unsigned(0) // one reference
  slice.flag(false) // ref_pic_list_modification_flag_l0
  if (stream.weightedPrediction) {
    slice.unsigned(0) // denominator of luma 1
    slice.unsigned(0) // and of chroma
    slice.flag(false) // the one reference has weight 1 in luma
    slice.flag(false) // and in chroma
  }
  if (isReference) slice.flag(false) // adaptive_ref_pic_marking_mode_flag
  slice.signed(0) // slice_qp_delta
  if (stream.deblockingControl) slice.unsigned(1) // no deblocking: there is no new edge
  slice.unsigned(stream.macroblocks) // mb_skip_run
  return nalUnit((isReference ? REFERENCE : 0) | NAL.slice, slice.finish())
}
