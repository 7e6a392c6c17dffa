/** H.264 level 4.2, as level_idc: the lowest for 1080 x 1920 at 60 frames a second, which is 489,600 macroblocks a second. */
const VIDEO_LEVEL = 42

/** Places in a sequence parameter set, after its header. */
const PROFILE_AT = 1
const CONSTRAINTS_AT = 2
const LEVEL_AT = 3

/** profile_idc of Baseline. */
export const BASELINE = 66
/** constraint_set0_flag and constraint_set1_flag: the stream keeps to Baseline and to Main as well, which is Constrained Baseline. */
const CONSTRAINED = 0b1100_0000

/**
 * A sequence parameter set that says level 4.2: encoders write the level of the frame rate they were told, which may be lower. Baseline
 * becomes Constrained Baseline, the only kind of it that all decoders know. Some encoders do not say so, yet what sets the two apart (slice
 * groups, which `parseParameterSets` refuses, slices out of order and redundant ones) none of today writes.
 */
export function asPlayable(sequenceSet: Uint8Array): Uint8Array {
  const patched = sequenceSet.slice()
  patched[LEVEL_AT] = VIDEO_LEVEL
  if (patched[PROFILE_AT] === BASELINE) patched[CONSTRAINTS_AT] = (patched[CONSTRAINTS_AT] ?? 0) | CONSTRAINED
  return patched
}

/** The bytes of `avcC`, which a decoder is set up with (ISO/IEC 14496-15, 5.3.3.1), and the codec's name (RFC 6381). Both say level 4.2. */
export interface AvcDecoderConfig {
  codec: string
  description: Uint8Array
}

/** `avcC` for a stream of one sequence and one picture parameter set, whose NAL units have lengths of four bytes. */
export function avcDecoderConfig(sequenceSet: Uint8Array, pictureSet: Uint8Array): AvcDecoderConfig {
  const sequence = asPlayable(sequenceSet)
  const profile = [...sequence.subarray(PROFILE_AT, LEVEL_AT + 1)]
  const sized = (set: Uint8Array): number[] => [set.length >> 8, set.length & 255, ...set]
  const [version, lengthsOfFour, oneSequenceSet, onePictureSet] = [1, 0b111111_11, 0b111_00001, 1]
  return {
    codec: `avc1.${profile.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`,
    description: Uint8Array.from([
      version,
      ...profile,
      lengthsOfFour,
      oneSequenceSet,
      ...sized(sequence),
      onePictureSet,
      ...sized(pictureSet),
    ]),
  }
}
