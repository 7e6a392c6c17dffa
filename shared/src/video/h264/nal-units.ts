/** Content of a NAL unit: its nal_unit_type (ITU-T H.264, table 7-1). */
export const NAL = { slice: 1, keySlice: 5, enhancement: 6, sequenceSet: 7, pictureSet: 8, delimiter: 9 } as const

/** The nal_unit_type of a NAL unit. */
export function nalType(unit: Uint8Array): number {
  return (unit[0] ?? 0) & 31
}

/** The NAL units of a byte stream with start codes (ITU-T H.264, annex B), as views of it. Bytes before the first start code are dropped. */
export function splitAnnexB(stream: Uint8Array): Uint8Array[] {
  const units: Uint8Array[] = []
  let start = -1
  const close = (end: number): void => {
    // Zeros after a unit belong to the byte stream: a unit itself never ends with one.
    while (end > start && stream[end - 1] === 0) end -= 1
    if (start >= 0 && end > start) units.push(stream.subarray(start, end))
  }
  for (let one = stream.indexOf(1); one >= 0; one = stream.indexOf(1, one + 1)) {
    if (one < 2 || stream[one - 1] !== 0 || stream[one - 2] !== 0) continue
    close(one - 2)
    start = one + 1
  }
  close(stream.length)
  return units
}

/** NAL units as MP4 stores them: each after its length in four bytes. */
export function lengthPrefixed(units: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(units.reduce((sum, unit) => sum + 4 + unit.length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const unit of units) {
    view.setUint32(at, unit.length)
    bytes.set(unit, at + 4)
    at += 4 + unit.length
  }
  return bytes
}

/** The payload of a NAL unit without its header byte and without the bytes that keep start codes out of it. */
export function payloadOf(unit: Uint8Array): Uint8Array {
  const payload: number[] = []
  let zeros = 0
  for (const byte of unit.subarray(1)) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    payload.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Uint8Array.from(payload)
}

/** A NAL unit of a header byte and a payload, kept free of start codes. */
export function nalUnit(header: number, payload: Uint8Array): Uint8Array {
  const unit = [header]
  let zeros = 0
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      unit.push(3)
      zeros = 0
    }
    unit.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Uint8Array.from(unit)
}
