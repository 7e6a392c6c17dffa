import type { ImageReply, ImageRequest } from './image-messages.ts'
import { readImage } from './decode-image.ts'
import { holdLock } from './worker-life.ts'

async function replyTo({ id, url, form }: ImageRequest): Promise<ImageReply> {
  try {
    return { id, picture: await readImage(url, form) }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) }
  }
}

async function answer(request: ImageRequest): Promise<void> {
  const reply = await replyTo(request)
  // Transferred, not copied: a photo is 8 MB.
  postMessage(reply, { transfer: 'picture' in reply && reply.picture ? [reply.picture.data.buffer] : [] })
}

void holdLock('pictures', (lock) => postMessage({ lock } satisfies ImageReply))

addEventListener('message', (event: MessageEvent<ImageRequest>) => void answer(event.data))
