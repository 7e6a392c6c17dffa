import type { PictureReply, PictureRequest } from './image-messages.ts'
import { readPicture } from './decode-image.ts'
import { holdLock } from './worker-life.ts'

async function replyTo({ id, url, form }: PictureRequest): Promise<PictureReply> {
  try {
    return { id, picture: await readPicture(url, form) }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) }
  }
}

async function answer(request: PictureRequest): Promise<void> {
  const reply = await replyTo(request)
  // Handed over and not copied: a photo is 8 MB.
  postMessage(reply, { transfer: 'picture' in reply && reply.picture ? [reply.picture.data.buffer] : [] })
}

void holdLock('pictures', (lock) => postMessage({ lock } satisfies PictureReply))

addEventListener('message', (event: MessageEvent<PictureRequest>) => void answer(event.data))
