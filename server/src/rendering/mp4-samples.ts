import { boxIn, viewOf } from '@ninesixteen/shared/video/mp4-boxes'

/** Boxes down to the sample tables of the only track. */
const SAMPLE_TABLE = ['moov', 'trak', 'mdia', 'minf', 'stbl']
/** Size of the fixed fields in an H.264 sample description. */
const AVC1_FIELDS = 78

/** Length-prefixed NAL units. */
function unitsIn(bytes: Uint8Array): Uint8Array[] {
  const view = viewOf(bytes)
  const units: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += 4 + view.getUint32(at)) units.push(bytes.subarray(at + 4, at + 4 + view.getUint32(at)))
  return units
}

/** Parameter sets of an avcC box with one of each. */
function parameterSets(avcC: Uint8Array): [sequenceSet: Uint8Array, pictureSet: Uint8Array] {
  const view = viewOf(avcC)
  const sequenceEnd = 8 + view.getUint16(6)
  return [avcC.subarray(8, sequenceEnd), avcC.subarray(sequenceEnd + 3, sequenceEnd + 3 + view.getUint16(sequenceEnd + 1))]
}

/** Units as a byte stream with start codes. */
function byteStream(units: readonly Uint8Array[]): Uint8Array {
  const stream = new Uint8Array(units.reduce((sum, unit) => sum + 4 + unit.length, 0))
  let at = 0
  for (const unit of units) {
    stream[at + 3] = 1
    stream.set(unit, at + 4)
    at += 4 + unit.length
  }
  return stream
}

/** The frames of an MP4 with one H.264 track and contiguous samples: each as a byte stream with start codes, parameter sets first. */
export function readFrames(mp4: Uint8Array): Uint8Array[] {
  const tables = SAMPLE_TABLE.reduce(boxIn, mp4)
  const entry = boxIn(boxIn(tables, 'stsd').subarray(8), 'avc1')
  const sets = parameterSets(boxIn(entry.subarray(AVC1_FIELDS), 'avcC'))
  const sizes = viewOf(boxIn(tables, 'stsz'))
  const count = sizes.getUint32(8)
  let at = viewOf(boxIn(tables, 'stco')).getUint32(8)
  return Array.from({ length: count }, (_, index) => {
    const size = sizes.getUint32(4) || sizes.getUint32(12 + 4 * index)
    const sample = mp4.subarray(at, at + size)
    at += size
    return byteStream([...sets, ...unitsIn(sample)])
  })
}
