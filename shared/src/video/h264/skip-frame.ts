import { BitWriter } from './bits.ts'
import { NAL, nalUnit } from './nal-units.ts'
import type { H264Stream } from './parameter-sets.ts'

/** slice_type of a picture whose slices are all P. */
const ALL_P = 5
/** nal_ref_idc: this picture is the reference of the next one, as pictures in a row have to be. */
const REFERENCE = 3 << 5

/**
 * The picture `index` places after a key picture, when all between are such pictures too: every macroblock is skipped, so it shows what the
 * picture before it shows. A NAL unit of about 10 bytes, without start code or length. (ITU-T H.264, 7.3.3 and 7.3.4.)
 */
export function skipFrame(stream: H264Stream, index: number): Uint8Array {
  const slice = new BitWriter()
  slice.unsigned(0) // first_mb_in_slice
  slice.unsigned(ALL_P)
  slice.unsigned(stream.pictureSetId)
  slice.bits(index % 2 ** stream.frameNumBits, stream.frameNumBits)
  if (stream.orderBits > 0) {
    // Counted in fields, of which each picture has two.
    slice.bits((2 * index) % 2 ** stream.orderBits, stream.orderBits)
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
  slice.flag(false) // adaptive_ref_pic_marking_mode_flag
  slice.signed(0) // slice_qp_delta
  if (stream.deblockingControl) slice.unsigned(1) // no deblocking: there is no new edge
  slice.unsigned(stream.macroblocks) // mb_skip_run
  return nalUnit(REFERENCE | NAL.slice, slice.finish())
}
