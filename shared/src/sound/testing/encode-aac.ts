import { AdtsOutputFormat, AudioSample, AudioSampleSource, NullTarget, Output, Quality } from 'mediabunny'
import { registerAacEncoder } from '@mediabunny/aac-encoder'
import type { AacTrack, TrackRate } from '../aac/adts.ts'
import { BITRATE } from '../make-track.ts'
import type { PacketEncoder } from '../make-track.ts'

/** The page's encoder, without a page. */
export async function createPacketEncoder(sampleRate: TrackRate): Promise<PacketEncoder> {
  registerAacEncoder()
  const packets: Uint8Array[] = []
  const output = new Output({ format: new AdtsOutputFormat(), target: new NullTarget() })
  const quality = new Quality({ bitrate: BITRATE })
  const source = new AudioSampleSource({ codec: 'aac', quality, onEncodedPacket: ({ data }) => packets.push(data.slice()) })
  output.addAudioTrack(source)
  await output.start()
  let samples = 0
  return {
    async add({ left, right }) {
      if (left.length === 0) return
      const data = new Float32Array(left.length * 2)
      data.set(left)
      data.set(right, left.length)
      const sample = new AudioSample({ data, format: 'f32-planar', numberOfChannels: 2, sampleRate, timestamp: samples / sampleRate })
      samples += left.length
      await source.add(sample)
      sample.close()
    },
    async finish() {
      await output.finalize()
      return packets
    },
  }
}

/** Encodes two channels of samples from -1 to 1. */
export async function encodeAac(left: Float32Array, right: Float32Array, sampleRate: TrackRate): Promise<AacTrack> {
  const encoder = await createPacketEncoder(sampleRate)
  await encoder.add({ left, right })
  return { sampleRate, packets: await encoder.finish() }
}
