import { randomUUID } from 'node:crypto'
import type { AI_PHOTO_SHAPES, AiPhotoJob } from '@ninesixteen/shared/api/ai-photos'
import { AppError } from '@ninesixteen/shared/errors'
import type { ImagesForUser, UserImages } from '../connections/own-images.ts'
import type { Db } from '../db/db.ts'
import { createFairQueue } from '../fair-queue/fair-queue.ts'
import { linkToCompany } from '../photos/link-to-company.ts'
import { storePhoto, type PhotoUploadServices } from '../photos/photo-files.ts'
import { addPhoto, cancelJob, endJob, LOST, openJob, photosLeft, readJobs, renewJob, type Outcome } from './ai-photo-rows.ts'

/** Concurrent images of this process. A server on one graphics card makes them one after another anyway. */
const AT_ONCE = { places: 4, maxQueuedPerUser: 8, maxQueued: 200 }
/** At users' own servers, which may never finish and must not keep others waiting for the instance's. */
const OWN_AT_ONCE = { ...AT_ONCE, places: 8 }
const HEARTBEAT_MS = 10_000

export interface AiPhotoOrder {
  id: string
  prompt: string
  count: number
  shape: (typeof AI_PHOTO_SHAPES)[number]
  companyId: string | null
  /** The bytes of a photo to change; null makes new ones. */
  source: Uint8Array | null
}

/** Makes photos with an AI. Jobs belong to the server: a page may leave and come back. */
export interface AiPhotos {
  state(userId: string): Promise<{ isReady: boolean; left: number | null; running: AiPhotoJob | null }>
  start(userId: string, order: AiPhotoOrder): Promise<AiPhotoJob>
  /** Throws NOT_FOUND if the job isn't this user's. */
  read(userId: string, id: string): Promise<AiPhotoJob>
  cancel(userId: string, id: string): Promise<AiPhotoJob>
  /** Stops all jobs of this process. */
  close(): Promise<void>
}

interface Parts extends PhotoUploadServices {
  db: Db
  imagesOf: ImagesForUser
  log: { warn(facts: Record<string, unknown>, text: string): void }
}

interface Running {
  userId: string
  order: AiPhotoOrder
  api: UserImages
  stop: AbortController
}

export function createAiPhotos(parts: Parts): AiPhotos {
  const { db, imagesOf, log } = parts
  const [queue, ownQueue] = [createFairQueue(AT_ONCE), createFairQueue(OWN_AT_ONCE)]
  let isClosing = false
  const running = new Map<string, { stop: AbortController; finished: Promise<void> }>()

  async function read(userId: string, id: string): Promise<AiPhotoJob> {
    const [job] = await db.asUser(userId, (tx) => readJobs(tx, userId, id))
    if (!job) throw new AppError('NOT_FOUND')
    return job
  }

  async function makeOne({ userId, order, api, stop: { signal } }: Running): Promise<void> {
    const { id, prompt, shape, companyId } = order
    const source = await api.images.make({ prompt, shape, source: order.source }, signal)
    const filename = `${prompt.slice(0, 60).replaceAll(/[\\/]/g, ' ').trim()}.jpg`
    const upload = { source, filename, purpose: 'media', mediaId: randomUUID(), madeByAi: true, signal } as const
    const stored = await storePhoto(parts, userId, upload).catch((error: unknown) => {
      throw isUnusable(error) ? new AppError('IMAGES_NO_IMAGE', {}, { cause: error }) : error
    })
    await db.asUser(userId, async (tx) => {
      await linkToCompany(tx, userId, { media: stored.media, companyId })
      await addPhoto(tx, { userId, id }, stored.filePath)
    })
  }

  async function run(job: Running): Promise<void> {
    const { userId, order, api, stop } = job
    const { id, count } = order
    const beat = setInterval(() => {
      const alive = db.asUser(userId, (tx) => renewJob(tx, { userId, id }))
      // An unreachable database is asked again at the next beat.
      alive.then((isAlive) => isAlive || stop.abort()).catch(() => undefined)
    }, HEARTBEAT_MS)
    const turns = api.isOwnServer ? ownQueue : queue
    const ended = await Promise.allSettled(
      Array.from({ length: count }, () => turns.run({ userId, signal: stop.signal }, () => makeOne(job))),
    )
    clearInterval(beat)
    const failures = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    if (failures.length > 0 && !stop.signal.aborted) log.warn({ err: failures[0], missing: failures.length }, 'AI photos are missing')
    await db.asUser(userId, (tx) => endJob(tx, { userId, id }, outcomeOf(failures, job)))
  }

  function outcomeOf(failures: readonly unknown[], { order, stop }: Running): Outcome {
    if (isClosing) return { status: 'failed', problem: LOST }
    if (stop.signal.aborted) return { status: 'cancelled', problem: null }
    const [first] = failures
    if (first === undefined) return { status: 'done', problem: null }
    const { message } = first instanceof AppError ? first : new AppError('INTERNAL')
    return { status: failures.length === order.count ? 'failed' : 'done', problem: message }
  }

  return {
    read,
    async state(userId) {
      const api = await imagesOf(userId)
      return db.asUser(userId, async (tx) => {
        const job = (await readJobs(tx, userId)).find(({ status }) => status === 'running')
        const left = api === null ? 0 : await photosLeft(tx, userId, api.daily)
        return { isReady: api !== null, left, running: job ?? null }
      })
    },
    async start(userId, order) {
      const api = await imagesOf(userId)
      if (api === null) throw new AppError('IMAGES_NOT_SET_UP')
      if (await db.asUser(userId, (tx) => openJob(tx, userId, { ...order, daily: api.daily }))) {
        const stop = new AbortController()
        const finished = run({ userId, order, api, stop })
          .catch((error: unknown) => log.warn({ err: error }, 'A job of AI photos was left open'))
          .finally(() => running.delete(order.id))
        running.set(order.id, { stop, finished })
      }
      return read(userId, order.id)
    },
    async cancel(userId, id) {
      await read(userId, id)
      await db.asUser(userId, (tx) => cancelJob(tx, userId, id))
      const own = running.get(id)
      own?.stop.abort()
      await own?.finished
      return read(userId, id)
    },
    async close() {
      isClosing = true
      for (const { stop } of running.values()) stop.abort()
      await Promise.all([...running.values()].map(({ finished }) => finished))
    },
  }
}

/** Errors of uploads are about a file of the user, and this one is the API's. */
function isUnusable(error: unknown): boolean {
  return error instanceof AppError && error.code.startsWith('UPLOAD_')
}
