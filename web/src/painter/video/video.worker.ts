import { parseAdts } from '@ninesixteen/shared/sound/aac/adts'
import { cutSound } from '@ninesixteen/shared/sound/video-sound'
import type { SoundStream } from '@ninesixteen/shared/sound/video-sound'
import { videoSeconds } from '@ninesixteen/shared/video/video-spec'
import type { VideoSpec } from '@ninesixteen/shared/video/video-spec'
import { loadShaper } from '../asset-urls.ts'
import type { AssetShaper } from '../asset-urls.ts'
import { holdLock } from '../worker-life.ts'
import { detailOf, VideoFailure } from './video-messages.ts'
import type { VideoFault, VideoReply, VideoRequest } from './video-messages.ts'
import { createVideoImages } from './video-images.ts'
import { fullVideo } from './full-video.ts'
import { heldFrameVideo } from './held-frame-video.ts'

function send(reply: VideoReply): void {
  postMessage(reply)
}

let assets: Promise<AssetShaper> | null = null

function getAssets(): Promise<AssetShaper> {
  assets ??= loadShaper().catch((error: unknown) => {
    assets = null
    throw error
  })
  return assets
}

/** The packets of a video's sound, which the server would cut the same. */
async function loadSound(video: VideoSpec, urls: VideoRequest['urls']): Promise<SoundStream | null> {
  if (!video.sound) return null
  try {
    const response = await fetch(urls[`original ${video.sound.path}`] ?? '')
    if (!response.ok) throw new Error(`The server answered ${response.status}`)
    return cutSound(parseAdts(new Uint8Array(await response.arrayBuffer())), video.sound, videoSeconds(video))
  } catch (error) {
    throw new VideoFailure({ kind: 'sound', detail: detailOf(error) }, { cause: error })
  }
}

async function videoOf({ video, urls, method }: VideoRequest): Promise<Blob> {
  const resolveUrl = (path: string, variant: string): Promise<string | null> => Promise.resolve(urls[`${variant} ${path}`] ?? null)
  const sound = await loadSound(video, urls)
  const slides = video.pictures.map((picture) => picture.slide)
  const pictures = createVideoImages({ slides, assets: await getAssets(), resolveUrl })
  const source = { video, sound, pictures, onFrame: (done: number): void => send({ kind: 'progress', done }) }
  try {
    return method === 'held' ? await heldFrameVideo(source) : await fullVideo(source)
  } finally {
    pictures.close()
  }
}

function faultOf(error: unknown): VideoFault {
  return error instanceof VideoFailure ? error.fault : { kind: 'other', detail: detailOf(error) }
}

async function answer(request: VideoRequest): Promise<void> {
  try {
    send({ kind: 'video', file: await videoOf(request) })
  } catch (error) {
    send({ kind: 'fault', fault: faultOf(error) })
  }
}

// Loading starts with the worker. A failure is retried, and reported, with the first video.
getAssets().catch(() => undefined)
void holdLock('video', (lock) => send({ kind: 'alive', lock }))

addEventListener('message', (event: MessageEvent<VideoRequest>) => void answer(event.data))
