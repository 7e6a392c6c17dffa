import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { POST_FORMS, POST_OPTIONS } from '@ninesixteen/shared/publishing/platforms'
import { slidesOfPost } from '@ninesixteen/shared/publishing/logos'
import { postFormat } from '@ninesixteen/shared/publishing/post-format'
import { exportSize } from '@ninesixteen/shared/slide/formats'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { Tx } from '../db/db.ts'
import { scheduledPosts, type WaitsFor } from '../db/schema-publishing.ts'
import { VIDEO_DETAIL, SLIDES_DETAIL } from './waiting-details.ts'
import { enqueueVideoRender } from './rendered-media/video-jobs.ts'
import { addMedia, discardRendered, lockFiles, type RenderedFile } from './rendered-media/media-files.ts'
import { formKey, renderSlides } from './rendered-media/render-slides.ts'
import { textsFor, type PostRequest, type PostContent, type Target } from './post-request.ts'
import { requireWithinQuota } from '../storage/storage-quota.ts'
import { addEvents } from './post-events.ts'
import { requireFewerPosts } from './post-rows.ts'
import type { PostServices } from './post-services.ts'
import { addPostWebhooks } from './webhook-events.ts'

/** Most slide images that a request renders before it returns; more are rendered in the background. */
const RENDERED_AT_ONCE_MAX = 40
/** Another post may release a shared file meanwhile; it is then rendered again. */
const RENDER_ATTEMPTS_MAX = 3

/** The idempotency key of a request, with a digest of its content. */
export interface PostRequestKey {
  id: string
  digest: string
}

/** A parsed and checked request with its idempotency key. */
export interface PostToInsert {
  order: PostRequest
  /** The same key again violates a unique index. */
  request: PostRequestKey | null
  /** Set for a recurring post: each occurrence is created only once, even if it was deleted. */
  occurrence?: { repeatId: string; occurrenceAt: Date }
  /** Rendered slides of another post, reused where the platform takes this format. */
  reusable?: readonly RenderedFile[]
}

export interface InsertOptions {
  orders: readonly PostToInsert[]
  /** Renders the slides in the background, however few they are. */
  isRenderedLater?: boolean
  /** The detail for a target whose account must be reconnected; null when it is connected. */
  waitsForAccount?: (target: Target) => string | null
  first?: (tx: Tx) => Promise<void>
}

/**
 * Creates the posts of several requests, all or none, and returns their ids. Their slides are rendered first, unless these are many. Requests for
 * the same content share its media. `first` runs in the same transaction.
 */
export async function insertPosts(
  services: PostServices,
  userId: string,
  { orders, waitsForAccount = () => null, first = async () => undefined, ...options }: InsertOptions,
): Promise<string[]> {
  const isRenderedLater = options.isRenderedLater ?? imagesToRender(orders) > RENDERED_AT_ONCE_MAX
  for (let left = RENDER_ATTEMPTS_MAX; left > 0; left -= 1) {
    const rendered = await renderRequests(services, userId, {
      orders: isRenderedLater ? [] : orders,
      mayShare: left === RENDER_ATTEMPTS_MAX,
    })
    try {
      const ids = await services.db.asUser(userId, async (tx) => {
        if (!(await lockFiles(tx, userId, rendered.files()))) return null
        await first(tx)
        await requireFewerPosts(
          tx,
          userId,
          orders.reduce((posts, { order }) => posts + order.targets.length, 0),
        )
        const created = await insertRows(tx, userId, { orders, isRenderedLater, waitsForAccount, rendered })
        await requireWithinQuota(tx, userId, services.settings.now().storageQuota)
        if (isRenderedLater || orders.some(({ order }) => order.content.kind === 'video')) await enqueueVideoRender(services, tx, userId)
        return created
      })
      if (ids) return ids
      await discardRendered(services, userId, rendered.files())
    } catch (error) {
      await discardRendered(services, userId, rendered.files())
      throw error
    }
  }
  throw new AppError('SCHEDULE_FAILED')
}

/** The rendered slides of each content, in each format that a target needs. */
interface RenderedContents {
  of(content: PostContent, target: Pick<Target, 'platform' | 'options'>): RenderedFile[]
  files(): RenderedFile[]
}

/** Renders each slide once in each format that the targets need. Videos are rendered in the background. */
async function renderRequests(
  services: PostServices,
  userId: string,
  { orders, mayShare }: { orders: readonly PostToInsert[]; mayShare: boolean },
): Promise<RenderedContents> {
  const rendered = new Map<PostContent, Map<string, RenderedFile[]>>()
  const files = () => [...rendered.values()].flatMap((forms) => [...forms.values()].flat())
  try {
    for (const { order, reusable = [] } of orders) {
      const { content, targets } = order
      const forms = rendered.get(content) ?? new Map<string, RenderedFile[]>()
      rendered.set(content, forms)
      for (const target of content.kind === 'video' ? [] : targets) {
        const form = POST_FORMS[target.platform]
        const key = formKey(target)
        const format = postFormat(target.options)
        const { width, height } = exportSize(format)
        const isSame = reusable.every((file) => file.mimeType === form.pictures && file.width === width && file.height === height)
        if (forms.has(key)) continue
        const shared = mayShare && reusable.length > 0 && isSame ? [...reusable] : null
        forms.set(
          key,
          shared ?? (await renderSlides(services, userId, { slides: slidesOfPost(content.snapshot, target.options), form, format })),
        )
      }
    }
  } catch (error) {
    await discardRendered(services, userId, files())
    throw error
  }
  return { of: (content, target) => rendered.get(content)?.get(formKey(target)) ?? [], files }
}

function imagesToRender(orders: readonly PostToInsert[]): number {
  const images = new Map<PostContent, Map<string, number>>()
  for (const { order, reusable } of orders) {
    const { content, targets } = order
    if (content.kind === 'video' || reusable?.length) continue
    const forms = images.get(content) ?? new Map<string, number>()
    images.set(content, forms)
    for (const target of targets) forms.set(formKey(target), content.snapshot.length)
  }
  return [...images.values()].flatMap((forms) => [...forms.values()]).reduce((total, slides) => total + slides, 0)
}

/** Rows per statement: an import or a recurrence creates hundreds. */
const ROWS_TOGETHER = 50

async function insertRows(
  tx: Tx,
  userId: string,
  {
    orders,
    isRenderedLater,
    waitsForAccount,
    rendered,
  }: Required<Pick<InsertOptions, 'orders' | 'isRenderedLater' | 'waitsForAccount'>> & { rendered: RenderedContents },
): Promise<string[]> {
  const planned = orders.flatMap((post) => post.order.targets.map((target) => ({ id: randomUUID(), post, target })))
  const created = new Set<string>()
  for (let at = 0; at < planned.length; at += ROWS_TOGETHER) {
    const rows = planned.slice(at, at + ROWS_TOGETHER).map(({ id, post, target }) => ({
      id,
      userId,
      ...rowOf(post, target),
      ...waitOf(post.order.content.kind, { isRenderedLater, accountDetail: waitsForAccount(target) }),
    }))
    const inserting = tx.insert(scheduledPosts).values(rows)
    const reusable = rows.some(({ repeatId }) => repeatId !== null) ? inserting.onConflictDoNothing({ target: OCCURRENCE }) : inserting
    for (const { id } of await reusable.returning({ id: scheduledPosts.id })) created.add(id)
  }
  const posts = planned.filter(({ id }) => created.has(id))
  await addMedia(tx, userId, new Map(posts.map(({ id, post, target }) => [id, rendered.of(post.order.content, target)])))
  await addEvents(
    tx,
    userId,
    posts.map(({ id, post }) => ({ postId: id, ...eventOf(post) })),
  )
  const scheduled = posts.filter(({ post }) => post.order.time !== null)
  if (scheduled.length > 0)
    await addPostWebhooks(
      tx,
      'post.scheduled',
      scheduled.map(({ id }) => ({ id, userId })),
    )
  return posts.map(({ id }) => id)
}

/** A new post may wait for its media or its account. */
function waitOf(
  kind: PostContent['kind'],
  { isRenderedLater, accountDetail }: { isRenderedLater: boolean; accountDetail: string | null },
): { detail: string | null; waitsFor: WaitsFor | null } {
  if (kind === 'video') return { detail: VIDEO_DETAIL, waitsFor: 'video' }
  if (isRenderedLater) return { detail: SLIDES_DETAIL, waitsFor: 'slides' }
  return { detail: accountDetail, waitsFor: accountDetail === null ? null : 'account' }
}

const OCCURRENCE = [scheduledPosts.repeatId, scheduledPosts.platform, scheduledPosts.accountId, scheduledPosts.occurrenceAt]

function rowOf({ order, request, occurrence }: PostToInsert, target: Target) {
  const { platform, accountId, options } = target
  const { content, time, timeZone } = order
  const at = time === 'now' ? sql<Date>`now()` : time
  const state = time === null ? { delivery: 'draft' as const, nextAt: null } : { delivery: 'waiting' as const, nextAt: at }
  return {
    ...content,
    ...state,
    platform,
    accountId,
    options: storedOptions(platform, options),
    scheduledTime: at,
    timeZone,
    ...textsFor(target, order),
    requestId: request?.id ?? null,
    requestDigest: request?.digest ?? null,
    repeatId: occurrence?.repeatId ?? null,
    occurrenceAt: occurrence?.occurrenceAt ?? null,
  }
}

function eventOf({ order: { time }, occurrence }: PostToInsert) {
  if (time === null) return { kind: 'drafted' as const, text: 'Saved as a draft.' }
  if (occurrence) return { kind: 'scheduled' as const, text: 'Scheduled by a repeat.' }
  return { kind: 'scheduled' as const, text: time === 'now' ? 'Scheduled for now.' : 'Scheduled.' }
}

/** Adds the platform's defaults; the options of a draft may be incomplete. */
export function storedOptions(platform: PlatformId, options: Record<string, unknown>): Record<string, unknown> {
  const parsed = POST_OPTIONS[platform].safeParse(options)
  return parsed.success ? parsed.data : { ...options, platform }
}
