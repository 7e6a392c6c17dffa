import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db } from '../db/db.ts'
import { DRAWINGS_DUE, type ChangeEvents } from '../db/listen.ts'
import type { Renderer } from '../rendering/renderer.ts'
import type { VideoFile } from '../rendering/video.ts'
import { writeVideo } from '../rendering/write-video.ts'
import { COVER_MIME_TYPE, slideFiles } from '../rendering/slide-files.ts'
import type { RenditionSource } from '../storage/renditions.ts'
import { unfinishedName, UPLOADS_FOLDER } from '../storage/sweep/unfinished-uploads.ts'
import { queueOf, RENDER_QUEUES, parseTask, type RenderQueueName, type ClaimedRender } from './render-task.ts'
import {
  discardResult,
  deleteExpired,
  completeRender,
  releaseClaims,
  wantedRenders,
  claimRenders,
  reclaimOrphaned,
} from './claim-renders.ts'

/**
 * What this process has in hand at once: with the films of posts four films, each of up to 16 MB, and the files of as many slides as the renderer
 * has desks for. All of them take turns at its two threads.
 */
const PLACES: Record<RenderQueueName, number> = { films: 2, pictures: 4 }
/** How often is looked without being told, after workers that are gone, and for what nobody wants any more. */
const LOOK_MS = 5_000

export interface RenderConsumerDeps extends RenditionSource {
  db: Db
  renderer: Renderer
  changes: Pick<ChangeEvents, 'subscribe'>
  log: Logger
  dataDir: string
  /** The id of this process among those that share the database. */
  worker: string
  lookMs?: number
}

interface InHand {
  line: RenderQueueName
  giveUp: AbortController
  over: Promise<void>
}

/** Draws what other processes ask for, from now on. */
export function startRenderConsumer(parts: RenderConsumerDeps): { stop(): Promise<void> } {
  const { db, changes, log, worker, lookMs = LOOK_MS } = parts
  const inHand = new Map<string, InHand>()
  let running: Promise<void> | null = null
  let again = false
  let isStopping = false

  /** One after another, so that what is taken is in hand when it is looked for. */
  function round(work: () => Promise<void>): Promise<void> {
    running = (running ?? Promise.resolve()).then(work).catch((error: unknown) => {
      // The next round comes; a database that is away is told of elsewhere.
      log.debug({ err: error }, 'A round of drawings was cut short')
    })
    return running
  }

  function take(): void {
    if (again || isStopping) return
    again = true
    void round(async () => {
      again = false
      await letGo()
      for (const line of RENDER_QUEUES) {
        const free = PLACES[line] - [...inHand.values()].filter((one) => one.line === line).length
        if (free <= 0 || isStopping) continue
        for (const drawing of await claimRenders(db, worker, { line, most: free })) begin(drawing)
      }
    })
  }

  /** Ends what nobody waits for any more. */
  async function letGo(): Promise<void> {
    if (inHand.size === 0) return
    const wanted = await wantedRenders(db, worker, [...inHand.keys()])
    for (const [id, { giveUp }] of inHand) if (!wanted.has(id)) giveUp.abort(new Error('Nobody waits for it'))
  }

  function begin(drawing: ClaimedRender): void {
    const giveUp = new AbortController()
    const over = drawOne(parts, drawing, giveUp.signal)
      .catch((error: unknown) => log.debug({ err: error }, 'It could not be said what came of a drawing'))
      .finally(() => {
        inHand.delete(drawing.id)
        take()
      })
    inHand.set(drawing.id, { line: queueOf(drawing.kind), giveUp, over })
  }

  const lookAround = () =>
    round(async () => {
      if (isStopping) return
      await releaseClaims(db, worker, [...inHand.keys()])
      await reclaimOrphaned(db)
      await deleteExpired(parts)
    })

  const unsubscribe = changes.subscribe(DRAWINGS_DUE, take)
  const timer = setInterval(() => {
    take()
    void lookAround()
  }, lookMs)
  timer.unref()
  take()

  return {
    async stop() {
      isStopping = true
      unsubscribe()
      clearInterval(timer)
      await running
      const all = [...inHand.values()]
      for (const { giveUp } of all) giveUp.abort(new Error('The server is stopping'))
      await Promise.all(all.map(({ over }) => over))
      await round(() => releaseClaims(db, worker, []))
    },
  }
}

/** Draws it into the store and says so. Of what fails the asker is told the code, and the log here the rest. */
async function drawOne(parts: RenderConsumerDeps, drawing: ClaimedRender, signal: AbortSignal): Promise<void> {
  const { db, worker, log } = parts
  let outcome: Parameters<typeof completeRender>[2]
  try {
    outcome = { id: drawing.id, bytes: await drawInto(parts, drawing, signal) }
  } catch (error) {
    if (signal.aborted) return discardResult(parts, drawing)
    const isTold = error instanceof AppError
    if (!isTold) log.warn({ err: error, drawing: drawing.kind }, 'a drawing for another process failed')
    outcome = { id: drawing.id, failure: isTold ? { code: error.code, details: error.details } : { code: null, details: {} } }
  }
  if (!(await completeRender(db, worker, outcome))) await discardResult(parts, drawing)
}

/** Returns how many bytes it is. */
async function drawInto(parts: RenderConsumerDeps, drawing: ClaimedRender, signal: AbortSignal): Promise<number> {
  const { renderer, store } = parts
  const [work, turn] = [parseTask(drawing), { person: drawing.userId, signal }]
  if (work.kind === 'video') {
    const { pictures, crossFade = 0 } = work.film
    return drawFilm(parts, drawing.path, await renderer.renderVideo({ pictures, crossFade }, slideFiles(parts), turn))
  }
  const slide = renderer.renderSlide(work.slide, slideFiles(parts), turn)
  const [bytes, type] =
    work.kind === 'jpeg'
      ? [await slide.jpeg(work.quality), 'image/jpeg']
      : work.kind === 'png'
        ? [await slide.png(), 'image/png']
        : [await slide.cover(), COVER_MIME_TYPE]
  await store.put(drawing.path, bytes, type)
  return bytes.byteLength
}

async function drawFilm({ store, dataDir }: RenderConsumerDeps, path: string, made: VideoFile): Promise<number> {
  // Taken for an unfinished upload should this process be killed.
  const file = join(dataDir, UPLOADS_FOLDER, unfinishedName(randomUUID()))
  try {
    const { bytes } = await writeVideo(made, file)
    await store.putFile(path, file, 'video/mp4')
    return bytes
  } finally {
    await rm(file, { force: true })
  }
}
