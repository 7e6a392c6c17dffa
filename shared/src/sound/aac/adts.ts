/** Samples of a packet, for each channel. */
export const PACKET_SAMPLES = 1024
/** Sample rates of tracks, with their index in AAC's headers. */
const RATES = [
  { index: 3, sampleRate: 48_000 },
  { index: 4, sampleRate: 44_100 },
] as const
export type TrackRate = (typeof RATES)[number]['sampleRate']

export function isTrackRate(rate: number): rate is TrackRate {
  return RATES.some(({ sampleRate }) => sampleRate === rate)
}

/** Stereo AAC-LC. */
export interface AacTrack {
  sampleRate: TrackRate
  packets: readonly Uint8Array[]
}

const HEADER_BYTES = 7
const CHANNELS = 2
/** MPEG-4, layer 0, no checksum. */
const SYNC = 0xfff1
/** AAC-LC, as its header counts. */
const PROFILE = 1
const FRAME_BYTES_MAX = 0x1fff

/** AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1): what a decoder is set up with. */
export function decoderDescription(sampleRate: TrackRate): Uint8Array {
  const [index, objectType] = [indexOf(sampleRate), PROFILE + 1]
  return Uint8Array.of((objectType << 3) | (index >> 1), ((index & 1) << 7) | (CHANNELS << 3))
}

function indexOf(rate: TrackRate): number {
  return RATES.find(({ sampleRate }) => sampleRate === rate)?.index ?? 0
}

/** The packets as a file (ISO/IEC 14496-3, 1.A.2): each after a header of 7 bytes. */
export function adtsFile({ sampleRate, packets }: AacTrack): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(packets.reduce((sum, { length }) => sum + HEADER_BYTES + length, 0))
  let at = 0
  for (const packet of packets) {
    const length = HEADER_BYTES + packet.length
    if (length > FRAME_BYTES_MAX) throw new RangeError('A packet of AAC is too large')
    file.set([SYNC >> 8, SYNC & 0xff, (PROFILE << 6) | (indexOf(sampleRate) << 2)], at)
    file.set([(CHANNELS << 6) | (length >> 11), (length >> 3) & 0xff, ((length & 7) << 5) | 0x1f, 0xfc], at + 3)
    file.set(packet, at + HEADER_BYTES)
    at += length
  }
  return file
}

/** The packets of such a file, as parts of it. Throws a RangeError for any other file, and for one of more packets than `most`. */
export function parseAdts(file: Uint8Array, most = Infinity): AacTrack {
  const packets: Uint8Array[] = []
  let rate: (typeof RATES)[number] | undefined
  for (let at = 0; at < file.length;) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0] = file.subarray(at, at + HEADER_BYTES)
    const length = ((d & 3) << 11) | (e << 3) | (f >> 5)
    const known = RATES.find(({ index }) => index === ((c >> 2) & 15))
    const isStereo = ((c & 1) << 2) + (d >> 6) === CHANNELS
    const isOne = ((a << 8) | b) === SYNC && c >> 6 === PROFILE && isStereo && (g & 3) === 0
    if (packets.length === most) throw new RangeError('Too many packets')
    if (!isOne || !known || (rate && rate !== known) || length <= HEADER_BYTES || at + length > file.length) {
      throw new RangeError(`Not a frame of stereo AAC-LC at byte ${at}`)
    }
    rate = known
    packets.push(file.subarray(at + HEADER_BYTES, at + length))
    at += length
  }
  if (!rate) throw new RangeError('No packets')
  return { sampleRate: rate.sampleRate, packets }
}
