import { createHash } from 'node:crypto'
import { createFairQueue } from '../fair-queue/fair-queue.ts'
import type { RenderCaller } from '../rendering/render-job.ts'
import { MAX_CONCURRENT_VIDEOS, JPEG_QUALITY, type Renderer } from '../rendering/renderer.ts'
import { requireImageSize } from '../rendering/rendered-size.ts'
import type { VideoFile } from '../rendering/video.ts'
import type { FileStore } from '../storage/store/file-store.ts'
import { createRenderRequests, type RenderRequestsDeps, type FinishedRender } from './await-render.ts'
import { taskSize, type ImageTask, type RenderTask } from './render-task.ts'

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

  /** Null if it must be rendered locally, or got lost. Throws if it isn't what was requested. */
  async function renderImage(task: ImageTask, turn: RenderCaller): Promise<Buffer | null> {
    const finished = await renderRequests.request(task, turn)
    if (!finished) return null
    try {
      const bytes = await store.read(finished.path)
      if (!bytes) return null
      requireSameFile({ bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') }, finished)
      requireImageSize(bytes, taskSize(task))
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
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

/** Compares what was read with what the worker rendered. */
function requireSameFile(read: { bytes: number; sha256: string }, { bytes, sha256 }: Pick<FinishedRender, 'bytes' | 'sha256'>): void {
  if (read.bytes !== bytes) throw new Error(`A render of ${bytes} bytes was read as ${read.bytes}`)
  if (sha256 !== null && read.sha256 !== sha256) throw new Error('A render was changed after it was made')
}

/** The video in the store, until it is closed. */
function fileOf(store: FileStore, { path, bytes, sha256, release }: FinishedRender): VideoFile {
  const closing = new AbortController()
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const stream = await store.stream(path, closing.signal)
    if (!stream) throw new Error('Rendered video is missing')
    const hash = createHash('sha256')
    let read = 0
    for await (const piece of stream.body) {
      read += piece.byteLength
      hash.update(piece)
      yield piece
    }
    requireSameFile({ bytes: read, sha256: hash.digest('hex') }, { bytes, sha256 })
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
