import { AppError } from '@ninesixteen/shared/errors'
import { adtsFile } from '@ninesixteen/shared/sound/aac/adts'
import { makeTrack } from '@ninesixteen/shared/sound/make-track'
import { BlobSource } from 'mediabunny'
import { createPacketEncoder } from './packet-encoder.ts'
import type { SoundReply, SoundRequest } from './sound-messages.ts'

function tell(reply: SoundReply, transfer: Transferable[] = []): void {
  postMessage(reply, { transfer })
}

async function answer({ file }: SoundRequest): Promise<void> {
  try {
    const track = await makeTrack({
      size: file.size,
      open: () => new BlobSource(file),
      createEncoder: createPacketEncoder,
      onProgress: (share) => tell({ kind: 'progress', share }),
    })
    const bytes = adtsFile(track)
    tell({ kind: 'track', file: bytes, beats: track.beats }, [bytes.buffer])
  } catch (cause) {
    if (cause instanceof AppError) tell({ kind: 'refused', code: cause.code, details: cause.details })
    else tell({ kind: 'failed', detail: cause instanceof Error ? cause.message : String(cause) })
  }
}

addEventListener('message', (event: MessageEvent<SoundRequest>) => void answer(event.data))
