import { AppError } from '@ninesixteen/shared/errors'
import { adtsFile } from '@ninesixteen/shared/sound/aac/adts'
import { makeTrack } from '@ninesixteen/shared/sound/make-track'
import { BlobSource } from 'mediabunny'
import { createPacketEncoder } from './packet-encoder.ts'
import type { SoundReply, SoundRequest } from './sound-messages.ts'

function send(reply: SoundReply, transfer: Transferable[] = []): void {
  postMessage(reply, { transfer })
}

async function answer({ file }: SoundRequest): Promise<void> {
  try {
    const track = await makeTrack({
      size: file.size,
      open: () => new BlobSource(file),
      createEncoder: createPacketEncoder,
      onProgress: (share) => send({ kind: 'progress', share }),
    })
    const bytes = adtsFile(track)
    send({ kind: 'track', file: bytes, beats: track.beats, lostSeconds: track.lostSeconds }, [bytes.buffer])
  } catch (error) {
    if (error instanceof AppError) send({ kind: 'refused', code: error.code, details: error.details })
    else send({ kind: 'failed', detail: error instanceof Error ? error.message : String(error) })
  }
}

addEventListener('message', (event: MessageEvent<SoundRequest>) => void answer(event.data))
