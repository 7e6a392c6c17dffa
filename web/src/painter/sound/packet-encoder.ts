import { PACKET_SAMPLES } from '@ninesixteen/shared/sound/aac/adts'
import type { TrackRate } from '@ninesixteen/shared/sound/aac/adts'
import { BITRATE } from '@ninesixteen/shared/sound/make-track'
import type { PacketEncoder } from '@ninesixteen/shared/sound/make-track'
import { workerScript } from '../trusted-script.ts'
import { aacEncoderUrl } from 'virtual:aac-encoder'

const CHANNELS = 2
/** Packets being encoded: enough to keep the worker busy. */
const IN_FLIGHT = 32

/** The protocol of the encoder's worker. */
type Command =
  | { type: 'init'; data: { numberOfChannels: number; sampleRate: number; bitrate: number } }
  | { type: 'encode'; data: { ctx: number; audioData: ArrayBuffer; timestamp: number } }
  | { type: 'flush'; data: { ctx: number } }
interface Done {
  ctx?: number
  packets?: { encodedData: ArrayBuffer }[]
}
type Reply = { id: number; success: true; data: Done } | { id: number; success: false; error: unknown }

/** Sends commands to a worker; replies come in order. */
function connect(worker: Worker) {
  const waiting = new Map<number, { resolve(done: Done): void; reject(error: unknown): void }>()
  let sent = 0
  const fail = (error: unknown): void => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.addEventListener('error', () => fail(new Error('The encoder could not be started')))
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const one = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.success) one?.resolve(data.data)
    else one?.reject(data.error)
  })
  return (command: Command, transfer: Transferable[] = []): Promise<Done> =>
    new Promise((resolve, reject) => {
      waiting.set(++sent, { resolve, reject })
      worker.postMessage({ id: sent, command }, transfer)
    })
}

/** Encodes with the WebAssembly encoder in every browser: its packets begin 1024 samples early, and those of the browsers' own differ. */
export async function createPacketEncoder(sampleRate: TrackRate): Promise<PacketEncoder> {
  const worker = new Worker(workerScript(aacEncoderUrl), { name: 'aac' })
  const send = connect(worker)
  const { ctx = 0 } = await send({ type: 'init', data: { numberOfChannels: CHANNELS, sampleRate, bitrate: BITRATE } })
  const packets: Uint8Array[] = []
  const running: Promise<void>[] = []
  let frame = new Float32Array(PACKET_SAMPLES * CHANNELS)
  let [filled, timestamp] = [0, 0]

  const collect = ({ packets: encoded = [] }: Done): void => {
    for (const { encodedData } of encoded) packets.push(new Uint8Array(encodedData))
  }
  const encode = async (): Promise<void> => {
    const audioData = frame.buffer
    running.push(send({ type: 'encode', data: { ctx, audioData, timestamp } }, [audioData]).then(collect))
    frame = new Float32Array(PACKET_SAMPLES * CHANNELS)
    filled = 0
    timestamp += PACKET_SAMPLES
    if (running.length >= IN_FLIGHT) await running.shift()
  }
  return {
    async add({ left, right }) {
      for (let index = 0; index < left.length; index++) {
        frame[filled * CHANNELS] = left[index] ?? 0
        frame[filled * CHANNELS + 1] = right[index] ?? 0
        if (++filled === PACKET_SAMPLES) await encode()
      }
    },
    async finish() {
      if (filled > 0) await encode()
      await Promise.all(running)
      collect(await send({ type: 'flush', data: { ctx } }))
      worker.terminate()
      return packets
    },
  }
}
