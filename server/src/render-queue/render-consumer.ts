import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { AppError } from '@ninesixteen/shared/errors'
import type { Size } from '@ninesixteen/shared/slide/formats'
import type { Db } from '../db/db.ts'
import { RENDERS_DUE, type ChangeEvents } from '../db/listen.ts'
import type { Renderer } from '../rendering/renderer.ts'
import type { VideoFile } from '../rendering/video.ts'
import { requireImageSize, requireVideoSize } from '../rendering/rendered-size.ts'
import { writeChunks } from '../rendering/write-chunks.ts'
import { COVER_MIME_TYPE, slideFiles } from '../rendering/slide-files.ts'
import type { RenditionSource } from '../storage/renditions.ts'
import { unfinishedFileName, UPLOADS_FOLDER } from '../storage/sweep/unfinished-uploads.ts'
import { queueOf, RENDER_QUEUES, parseTask, taskSize, TaskUnknown, type RenderQueueName, type ClaimedRender } from './render-task.ts'
import {
  discardResult,
  deleteExpired,
  completeRender,
  releaseClaims,
  wantedRenders,
  claimRenders,
  reclaimOrphaned,
  type RenderedFile,
} from './claim-renders.ts'

/**
 * Concurrent renders of this process: together with posts' videos four videos of up to 16 MB each, and as many slides as the renderer has
 * slots. All share its two threads.
 */
const PLACES: Record<RenderQueueName, number> = { films: 2, pictures: 4 }
/** Interval of polling, of the search for dead workers, and of clean-up, in milliseconds. */
const POLL_MS = 5_000

export interface RenderConsumerDeps extends RenditionSource {
  db: Db
  renderer: Renderer
  changes: Pick<ChangeEvents, 'subscribe'>
  log: Logger
  dataDir: string
  /** This process's id in `processes`. */
  worker: string
  pollMs?: number
}

interface InHand {
  line: RenderQueueName
  giveUp: AbortController
  over: Promise<void>
}

/** Starts rendering for other processes. */
export function startRenderConsumer(parts: RenderConsumerDeps): { stop(): Promise<void> } {
  const { db, changes, log, worker, pollMs = POLL_MS } = parts
  const inHand = new Map<string, InHand>()
  let running: Promise<void> | null = null
  let again = false
  let isStopping = false

  /** Serialized, so that a claimed render is registered before the next round looks for it. */
  function round(work: () => Promise<void>): Promise<void> {
    running = (running ?? Promise.resolve()).then(work).catch((error: unknown) => {
      // The next round repeats it; the pool logs an unreachable database.
      log.debug({ err: error }, 'Render queue round failed')
    })
    return running
  }

  function take(): void {
    if (again || isStopping) return
    again = true
    void round(async () => {
      again = false
      await cancelAbandoned()
      for (const line of RENDER_QUEUES) {
        const free = PLACES[line] - [...inHand.values()].filter((one) => one.line === line).length
        if (free <= 0 || isStopping) continue
        for (const claimed of await claimRenders(db, worker, { line, most: free })) begin(claimed)
      }
    })
  }

  /** Cancels abandoned renders. */
  async function cancelAbandoned(): Promise<void> {
    if (inHand.size === 0) return
    const wanted = await wantedRenders(db, worker, [...inHand.keys()])
    for (const [id, { giveUp }] of inHand) if (!wanted.has(id)) giveUp.abort(new Error('Abandoned'))
  }

  function begin(claimed: ClaimedRender): void {
    const giveUp = new AbortController()
    const over = renderOne(parts, claimed, giveUp.signal)
      .catch((error: unknown) => log.debug({ err: error }, 'Render result not stored'))
      .finally(() => {
        inHand.delete(claimed.id)
        take()
      })
    inHand.set(claimed.id, { line: queueOf(claimed.kind), giveUp, over })
  }

  const maintain = () =>
    round(async () => {
      if (isStopping) return
      await releaseClaims(db, worker, [...inHand.keys()])
      await reclaimOrphaned(db)
      await deleteExpired(parts)
    })

  const unsubscribe = changes.subscribe(RENDERS_DUE, take)
  const timer = setInterval(() => {
    take()
    void maintain()
  }, pollMs)
  timer.unref()
  take()

  return {
    async stop() {
      isStopping = true
      unsubscribe()
      clearInterval(timer)
      await running
      const all = [...inHand.values()]
      for (const { giveUp } of all) giveUp.abort(new Error('Server is shutting down'))
      await Promise.all(all.map(({ over }) => over))
      await round(() => releaseClaims(db, worker, []))
    },
  }
}

/** Renders into the store and reports it. The requester gets the error code, the log here has the details. */
async function renderOne(parts: RenderConsumerDeps, claimed: ClaimedRender, signal: AbortSignal): Promise<void> {
  const { db, worker, log } = parts
  let outcome: Parameters<typeof completeRender>[2]
  try {
    outcome = { id: claimed.id, ...(await renderToStore(parts, claimed, signal)) }
  } catch (error) {
    if (signal.aborted) return discardResult(parts, claimed)
    const isKnown = error instanceof AppError
    if (!isKnown) log.error({ err: error, drawing: claimed.kind }, 'Render for another process failed')
    const unknown = { code: error instanceof TaskUnknown ? TaskUnknown.code : null, details: {} }
    outcome = { id: claimed.id, failure: isKnown ? { code: error.code, details: error.details } : unknown }
  }
  if (!(await completeRender(db, worker, outcome))) await discardResult(parts, claimed)
}

async function renderToStore(parts: RenderConsumerDeps, claimed: ClaimedRender, signal: AbortSignal): Promise<RenderedFile> {
  const { renderer, store } = parts
  const [task, turn] = [parseTask(claimed), { userId: claimed.userId, signal }]
  if (task.kind === 'video') {
    const { pictures, crossFade = 0, motion = false, sound = null } = task.film
    const video = await renderer.renderVideo({ pictures, crossFade, motion, sound }, slideFiles(parts), turn)
    return renderVideoToStore(parts, { path: claimed.path, size: taskSize(task) }, video)
  }
  const slide = renderer.renderSlide(task.slide, slideFiles(parts), turn)
  const [bytes, type] =
    task.kind === 'jpeg'
      ? [await slide.jpeg(task.quality), 'image/jpeg']
      : task.kind === 'png'
        ? [await slide.png(), 'image/png']
        : [await slide.cover(), COVER_MIME_TYPE]
  requireImageSize(bytes, taskSize(task))
  await store.put(claimed.path, bytes, type)
  return { bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') }
}

async function renderVideoToStore(
  { store, dataDir }: RenderConsumerDeps,
  { path, size }: { path: string; size: Size },
  video: VideoFile,
): Promise<RenderedFile> {
  // The name marks an unfinished upload, should this process be killed.
  const file = join(dataDir, UPLOADS_FOLDER, unfinishedFileName(randomUUID()))
  try {
    const rendered = await writeChunks(video, file)
    await requireVideoSize(file, size)
    await store.putFile(path, file, 'video/mp4')
    return rendered
  } finally {
    await rm(file, { force: true })
  }
}
