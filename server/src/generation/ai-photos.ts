import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { AI_PHOTO_SHAPES, AiPhotoJob } from '@ninesixteen/shared/api/ai-photos'
import { AppError } from '@ninesixteen/shared/errors'
import { visitorOf } from '../auth/visitor-accounts.ts'
import type { Config } from '../config/config.ts'
import type { Db, Tx } from '../db/db.ts'
import { aiPhotoJobs } from '../db/schema-ai-photos.ts'
import { addUsage, consumeAll, readUsage } from '../db/usage-limits.ts'
import { createFairQueue } from '../fair-queue/fair-queue.ts'
import { linkToCompany } from '../photos/link-to-company.ts'
import { storePhoto, type PhotoUploadServices } from '../photos/photo-files.ts'
import type { Images } from '../providers/openai/images.ts'

const DAY_SECONDS = 86_400
const PHOTOS = 'ai.photos.day'
/** Daily photos of a temporary account, enough to see what they look like. */
const VISITOR_DAILY = 4
/** Concurrent images of this process. A server on one graphics card makes them one after another anyway. */
const AT_ONCE = { places: 4, maxQueuedPerUser: 8, maxQueued: 200 }
const HEARTBEAT_MS = 10_000
/** After this long without a heartbeat, the process of a job counts as dead. */
const LOST_SECONDS = 45
const RETRY_SECONDS = 10
const LOST = 'The server that made these photos stopped. Finished ones are in your library.'

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
  state(userId: string): Promise<{ isReady: boolean; left: number; running: AiPhotoJob | null }>
  start(userId: string, order: AiPhotoOrder): Promise<AiPhotoJob>
  /** Throws NOT_FOUND if the job isn't this user's. */
  read(userId: string, id: string): Promise<AiPhotoJob>
  cancel(userId: string, id: string): Promise<AiPhotoJob>
  /** Stops all jobs of this process. */
  close(): Promise<void>
}

interface Parts extends PhotoUploadServices {
  config: Pick<Config, 'images'>
  db: Db
  /** Null without an images API. */
  images: Images | null
  log: { warn(facts: Record<string, unknown>, text: string): void }
}

type Row = typeof aiPhotoJobs.$inferSelect

const isJob = (userId: string, id: string) => and(eq(aiPhotoJobs.userId, userId), eq(aiPhotoJobs.id, id))
const isRunning = (userId: string, id: string) => and(isJob(userId, id), eq(aiPhotoJobs.status, 'running'))

function jobOf({ id, status, prompt, wanted, paths, problem, aliveAt }: Row, now: number): AiPhotoJob {
  const isLost = status === 'running' && now - aliveAt.getTime() > LOST_SECONDS * 1000
  return { id, prompt, wanted, paths, status: isLost ? 'failed' : status, problem: isLost ? LOST : problem }
}

/** Errors of uploads are about a file of the user, and this one is the API's. */
function isUnusable(error: unknown): boolean {
  return error instanceof AppError && error.code.startsWith('UPLOAD_')
}

export function createAiPhotos(parts: Parts): AiPhotos {
  const { config, db, images, log } = parts
  const queue = createFairQueue(AT_ONCE)
  let isClosing = false
  const running = new Map<string, { stop: AbortController; finished: Promise<void> }>()

  async function jobs(tx: Tx, userId: string, id?: string): Promise<AiPhotoJob[]> {
    const rows = await tx
      .select({ row: aiPhotoJobs, now: sql<number>`extract(epoch from now())::float8 * 1000` })
      .from(aiPhotoJobs)
      .where(and(eq(aiPhotoJobs.userId, userId), id === undefined ? eq(aiPhotoJobs.status, 'running') : eq(aiPhotoJobs.id, id)))
    return rows.map(({ row, now }) => jobOf(row, now))
  }

  async function read(userId: string, id: string): Promise<AiPhotoJob> {
    const [job] = await db.asUser(userId, (tx) => jobs(tx, userId, id))
    if (!job) throw new AppError('NOT_FOUND')
    return job
  }

  async function dailyOf(tx: Tx, userId: string): Promise<number> {
    const daily = config.images?.daily ?? 0
    return (await visitorOf(tx, userId)) === null ? daily : Math.min(daily, VISITOR_DAILY)
  }

  /** Reserves the photos of a new job; false for a repeated request. */
  async function open(tx: Tx, userId: string, { id, prompt, count }: AiPhotoOrder): Promise<boolean> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`ai-photos:${userId}`}, 0))`)
    if ((await jobs(tx, userId, id)).length > 0) return false
    const others = await jobs(tx, userId)
    if (others.some(({ status }) => status === 'running')) throw new AppError('RATE_LIMITED', { seconds: RETRY_SECONDS })
    const old = sql`${aiPhotoJobs.createdAt} < now() - interval '1 day'`
    await tx.delete(aiPhotoJobs).where(and(eq(aiPhotoJobs.userId, userId), old))
    const limit = await dailyOf(tx, userId)
    const refused = await consumeAll(tx, userId, [{ kind: PHOTOS, limit, windowSeconds: DAY_SECONDS, amount: count }])
    if (refused) throw new AppError('IMAGES_BUDGET', { limit, seconds: refused.retryAfterSeconds })
    await tx.insert(aiPhotoJobs).values({ id, userId, prompt, wanted: count })
    return true
  }

  async function makeOne(userId: string, order: AiPhotoOrder, signal: AbortSignal): Promise<void> {
    const { prompt, shape, companyId } = order
    if (!images) throw new AppError('IMAGES_NOT_SET_UP')
    const source = await images.make({ prompt, shape, source: order.source }, signal)
    const filename = `${prompt.slice(0, 60).replaceAll(/[\\/]/g, ' ').trim()}.jpg`
    const upload = { source, filename, purpose: 'media', mediaId: randomUUID(), madeByAi: true, signal } as const
    const stored = await storePhoto(parts, userId, upload).catch((error: unknown) => {
      throw isUnusable(error) ? new AppError('IMAGES_NO_IMAGE', {}, { cause: error }) : error
    })
    await db.asUser(userId, async (tx) => {
      await linkToCompany(tx, userId, { media: stored.media, companyId })
      const paths = sql`array_append(${aiPhotoJobs.paths}, ${stored.filePath})`
      await tx.update(aiPhotoJobs).set({ paths }).where(isJob(userId, order.id))
    })
  }

  async function run(userId: string, order: AiPhotoOrder, stop: AbortController): Promise<void> {
    const { id, count } = order
    const beat = setInterval(() => {
      const alive = db.asUser(userId, (tx) =>
        tx
          .update(aiPhotoJobs)
          .set({ aliveAt: sql`now()` })
          .where(isRunning(userId, id))
          .returning({ id: aiPhotoJobs.id }),
      )
      // Another process cancelled it; an unreachable database is asked again at the next beat.
      alive.then((rows) => rows.length === 0 && stop.abort()).catch(() => undefined)
    }, HEARTBEAT_MS)
    const ended = await Promise.allSettled(
      Array.from({ length: count }, () => queue.run({ userId, signal: stop.signal }, () => makeOne(userId, order, stop.signal))),
    )
    clearInterval(beat)
    const failures = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    const [first] = failures
    const problem = first instanceof AppError ? first.message : first === undefined ? null : new AppError('INTERNAL').message
    if (first !== undefined && !stop.signal.aborted) log.warn({ err: first, missing: failures.length }, 'AI photos are missing')
    const outcome = isClosing
      ? ({ status: 'failed', problem: LOST } as const)
      : stop.signal.aborted
        ? ({ status: 'cancelled', problem: null } as const)
        : ({ status: failures.length === count ? 'failed' : 'done', problem } as const)
    await db.asUser(userId, (tx) => tx.update(aiPhotoJobs).set(outcome).where(isRunning(userId, id)))
    if (failures.length > 0) await addUsage(db, { userId, kind: PHOTOS }, { amount: -failures.length, windowSeconds: DAY_SECONDS })
  }

  return {
    read,
    state: (userId) =>
      db.asUser(userId, async (tx) => {
        const used = await readUsage(tx, { userId, kind: PHOTOS }, DAY_SECONDS)
        const [job] = (await jobs(tx, userId)).filter(({ status }) => status === 'running')
        const left = Math.max(0, (await dailyOf(tx, userId)) - used)
        return { isReady: images !== null, left, running: job ?? null }
      }),
    async start(userId, order) {
      if (!images) throw new AppError('IMAGES_NOT_SET_UP')
      if (await db.asUser(userId, (tx) => open(tx, userId, order))) {
        const stop = new AbortController()
        const finished = run(userId, order, stop)
          .catch((error: unknown) => log.warn({ err: error }, 'A job of AI photos was left open'))
          .finally(() => running.delete(order.id))
        running.set(order.id, { stop, finished })
      }
      return read(userId, order.id)
    },
    async cancel(userId, id) {
      await read(userId, id)
      await db.asUser(userId, (tx) => tx.update(aiPhotoJobs).set({ status: 'cancelled' }).where(isRunning(userId, id)))
      const own = running.get(id)
      own?.stop.abort()
      await own?.finished
      return read(userId, id)
    },
    async close() {
      isClosing = true
      for (const { stop } of running.values()) stop.abort()
      await Promise.all([...running.values()].map(({ finished }) => finished))
      await images?.close()
    },
  }
}
