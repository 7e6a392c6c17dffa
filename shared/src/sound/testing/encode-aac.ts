import { AdtsOutputFormat, AudioSample, AudioSampleSource, NullTarget, Output, Quality } from 'mediabunny'
import { registerAacEncoder } from '@mediabunny/aac-encoder'
import type { AacTrack, TrackRate } from '../aac/adts.ts'

/** Encodes two channels of samples from -1 to 1 as the page does. */
export async function encodeAac(left: Float32Array, right: Float32Array, sampleRate: TrackRate): Promise<AacTrack> {
  registerAacEncoder()
  const packets: Uint8Array[] = []
  const output = new Output({ format: new AdtsOutputFormat(), target: new NullTarget() })
  const source = new AudioSampleSource({
    codec: 'aac',
    quality: new Quality({ bitrate: 192_000 }),
    onEncodedPacket: ({ data }) => packets.push(data.slice()),
  })
  output.addAudioTrack(source)
  await output.start()
  const data = new Float32Array(left.length * 2)
  data.set(left)
  data.set(right, left.length)
  const sample = new AudioSample({ data, format: 'f32-planar', numberOfChannels: 2, sampleRate, timestamp: 0 })
  await source.add(sample)
  sample.close()
  await output.finalize()
  return { sampleRate, packets }
}
