import { createFairQueue } from '../fair-queue/fair-queue.ts'
import type { RenderCaller } from '../rendering/render-job.ts'
import { MAX_CONCURRENT_VIDEOS, JPEG_QUALITY, type Renderer } from '../rendering/renderer.ts'
import type { VideoFile } from '../rendering/video.ts'
import type { FileStore } from '../storage/store/file-store.ts'
import { createRenderRequests, type RenderRequestsDeps, type FinishedRender } from './await-render.ts'
import type { RenderTask } from './render-task.ts'

/** Videos of workers that requests of this process may wait for: each costs a connection, but no memory. */
const MAX_AWAITED_VIDEOS = 200
/** Limits for local renders. */
const LOCAL_VIDEOS = { places: MAX_CONCURRENT_VIDEOS, maxQueuedPerUser: 1, maxQueued: 20 }

export interface QueuedRendererDeps extends Omit<RenderRequestsDeps, 'store'> {
  store: FileStore
  /** Renders locally where no worker does. */
  local: Renderer
}

/** Renders slides and videos on workers anywhere, and locally if there are none. */
export function createQueuedRenderer({ local, store, ...parts }: QueuedRendererDeps): Renderer {
  const renderRequests = createRenderRequests({ ...parts, store })
  const localVideos = createFairQueue(LOCAL_VIDEOS)

  /** Null if it must be rendered locally, or got lost. */
  async function renderImage(work: RenderTask, turn: RenderCaller): Promise<Buffer | null> {
    const finished = await renderRequests.request(work, turn)
    if (!finished) return null
    try {
      const bytes = await store.read(finished.path)
      return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    } finally {
      void finished.release()
    }
  }

  return {
    maxConcurrentVideos: MAX_AWAITED_VIDEOS,
    renderSlide(slide, files, turn) {
      const own = local.renderSlide(slide, files, turn)
      return {
        jpeg: async (quality = JPEG_QUALITY) => (await renderImage({ kind: 'jpeg', slide, quality }, turn)) ?? own.jpeg(quality),
        png: async () => (await renderImage({ kind: 'png', slide }, turn)) ?? own.png(),
        cover: async () => (await renderImage({ kind: 'cover', slide }, turn)) ?? own.cover(),
        rgba: own.rgba,
      }
    },
    async renderVideo(video, files, options) {
      const { pictures, crossFade, motion, sound } = video
      const work: RenderTask = {
        kind: 'video',
        film: {
          pictures: [...pictures],
          ...(crossFade !== undefined && { crossFade }),
          ...(motion && { motion }),
          ...(sound && { sound }),
        },
      }
      const finished = await renderRequests.request(work, options)
      return finished ? fileOf(store, finished) : localVideos.run(options, () => local.renderVideo(video, files, options))
    },
    async close() {
      await renderRequests.close()
      await local.close()
    },
  }
}

/** The video in the store, until it is closed. */
function fileOf(store: FileStore, { path, bytes, release }: FinishedRender): VideoFile {
  const closing = new AbortController()
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const stream = await store.stream(path, closing.signal)
    if (!stream) throw new Error('Rendered video is missing')
    yield* stream.body
  }
  return {
    chunks: pieces(),
    bytes,
    close() {
      closing.abort()
      return release()
    },
  }
}
