import type { Hono } from 'hono'
import { VIDEO_PATH } from '@ninesixteen/shared/api/limits'
import { requestedVideo, videoRequestSchema } from '@ninesixteen/shared/api/video'
import { AppError } from '@ninesixteen/shared/errors'
import { onSignedOut } from '../../http/session/on-signed-out.ts'
import { requirePro } from '../../http/session/session.ts'
import type { Db } from '../../db/db.ts'
import { Superseded, type IdempotencyKey } from '../../idempotency/idempotency-keys.ts'
import { acquire, store } from '../../idempotency/once.ts'
import { createFairQueue } from '../../fair-queue/fair-queue.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/bodies/read-body.ts'
import { releaseAdmission } from '../../http/middleware/admission.ts'
import { consume } from '../../db/usage-limits.ts'
import type { VideoFile } from '../../rendering/video.ts'
import type { Services } from '../services.ts'
import { slideFiles } from '../../rendering/slide-files.ts'
import { requireOwnPhotos } from '../../photos/slide-photos.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { createRunningVideos } from './running-videos.ts'

/** Videos per user and minute. One of 34 photos takes about two seconds. */
const VIDEOS_PER_MINUTE = 6
/** Waiting requests hold no resources. */
const WAITING = { maxQueuedPerUser: 1, maxQueued: 20 }
const BUSY_SECONDS = 5
/** Client closed request; no one reads the response. */
const CLIENT_CLOSED_REQUEST = 499

/**
 * `POST /api/video`: the MP4 of a slideshow for browsers that can't encode one. A disconnect cancels the render; a retry with the same key
 * takes it up, here or at another process.
 */
export function registerVideoRoutes(app: Hono<AppEnv>, services: Services): void {
  const { db, renderer } = services
  if (!renderer) return
  const inHand = createRunningVideos()
  const queue = createFairQueue({ places: renderer.maxConcurrentVideos, ...WAITING }, 'videos')

  app.post(VIDEO_PATH, async (c) => {
    const user = await requirePro(c, services)
    const request = await readJson(c, videoRequestSchema)
    requireOwnPhotos(user.id, request.slides)
    if (request.sound && !request.sound.path.startsWith(`${user.id}/`)) throw new AppError('INVALID_INPUT', { fields: 'sound' })
    const idempotencyKey = idempotencyKeyOf(c, 'film', request)
    const one = await inHand.begin(user.id, idempotencyKey?.key ?? null)
    if (!one) throw videoBusy()
    const signedOut = new AbortController()
    const turn = {
      userId: user.id,
      signal: AbortSignal.any([c.req.raw.signal, signedOut.signal, one.signal]),
      idempotencyKey: idempotencyKey?.key,
    }
    const noMatter = onSignedOut(c, services, user.id)(() => signedOut.abort())
    const free = (): void => {
      one.end()
      noMatter()
    }
    try {
      await chargeVideo(db, user.id, idempotencyKey)
      releaseAdmission(c.env.incoming)
      const video = await queue
        .run(turn, () => renderer.renderVideo(requestedVideo(request), slideFiles(services), turn))
        .catch((error: unknown) => {
          throw error instanceof AppError && error.code === 'BUSY' ? videoBusy() : error
        })
      if (turn.signal.aborted) await video.close()
      turn.signal.throwIfAborted()
      return c.body(streamOf(video, turn.signal, free), 200, {
        'content-type': 'video/mp4',
        'content-length': String(video.bytes),
        'cache-control': 'no-store',
      })
    } catch (error) {
      free()
      if (signedOut.signal.aborted) throw new AppError('UNAUTHENTICATED')
      if (!turn.signal.aborted && !(error instanceof Superseded)) throw error
      return new Response(null, { status: CLIENT_CLOSED_REQUEST })
    }
  })
}

function videoBusy(): AppError {
  return new AppError('VIDEO_BUSY', { seconds: BUSY_SECONDS })
}

/** Streams the chunks as fast as they are read. `ended` is called when all are read, or when the reader cancels. */
function streamOf(video: VideoFile, signal: AbortSignal, ended: () => void): ReadableStream<Uint8Array> {
  const pieces = iteratorOf(video.chunks)
  const end = async (): Promise<void> => {
    // Node retains a signal of `AbortSignal.any` while it has listeners, and with the listener the whole video.
    signal.removeEventListener('abort', leave)
    ended()
    await video.close()
  }
  const leave = (): void => void end()
  signal.addEventListener('abort', leave)
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          signal.throwIfAborted()
          const { done, value } = await pieces.next()
          if (!done) return controller.enqueue(value)
        } catch (error) {
          await end()
          throw error
        }
        await end()
        controller.close()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}

async function* iteratorOf(pieces: VideoFile['chunks']): AsyncGenerator<Uint8Array> {
  yield* pieces
}

/** Charges the quota once, regardless of retries. */
async function chargeVideo(db: Db, userId: string, idempotencyKey: IdempotencyKey | null): Promise<void> {
  await db.asUser(userId, async (tx) => {
    const claim = idempotencyKey && (await acquire(tx, userId, { ...idempotencyKey, mode: 'takes-over' }))
    if (claim?.isPaid) return
    // Within the transaction, so that a rejected video isn't counted.
    await consume(tx, userId, { kind: 'video.films.minute', amount: 1, limit: VIDEOS_PER_MINUTE, windowSeconds: 60 })
    if (claim) await store(tx, userId, { claim, isPaid: true })
  })
}
