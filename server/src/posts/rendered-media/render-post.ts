import { and, eq, exists, inArray, sql } from 'drizzle-orm'
import { PLATFORM_IDS, type PlatformId } from '@ninesixteen/shared/platforms'
import type { Delivery, VideoPlan } from '@ninesixteen/shared/publishing/delivery'
import { POST_FORMS } from '@ninesixteen/shared/publishing/platforms'
import { leavesOutLogos, slidesOfPost } from '@ninesixteen/shared/publishing/logos'
import { postFormat } from '@ninesixteen/shared/publishing/post-format'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import type { Tx } from '../../db/db.ts'
import { postMedia, scheduledPosts } from '../../db/schema-publishing.ts'
import { areOwn } from '../post-rows.ts'
import { transitionAll } from '../publishing/transition.ts'
import type { PostServices } from '../post-services.ts'
import { renderPostVideo } from './render-video.ts'
import { formKey, renderSlides } from './render-slides.ts'
import { addMedia, discardRendered, lockFiles, mediaOf, type RenderedFile } from './media-files.ts'

/** Digest of a post's content; for videos it equals the column `video_digest`. */
const CONTENT_DIGEST = sql<string>`md5(${scheduledPosts.snapshot}::text || coalesce(${scheduledPosts.film}::text, '') || coalesce(${scheduledPosts.options}->>'format', ''))`
/** States in which the files of a post no longer change. */
const SENT: readonly Delivery[] = ['sending', 'uncertain', 'accepted', 'published']
/** The user may change a post repeatedly while it is rendered. */
const ATTEMPTS_MAX = 3

/** Posts that this process renders: a second caller waits for the first. */
const rendering = new Map<string, Promise<void>>()

/**
 * Renders the media of a post that has none: its video, or slides that were deleted long after it ended. Any process may call it at any time, also
 * twice: one result is stored.
 */
export function renderPost(services: PostServices, userId: string, postId: string): Promise<void> {
  const running = rendering.get(postId)
  if (running) return running
  const work = renderAndStore(services, userId, postId).finally(() => rendering.delete(postId))
  rendering.set(postId, work)
  return work
}

async function renderAndStore(services: PostServices, userId: string, postId: string): Promise<void> {
  for (let left = ATTEMPTS_MAX; left > 0; left -= 1) {
    const draft = await services.db.asUser(userId, (tx) => readUnrendered(tx, userId, { postId, isLocked: false }))
    if (!draft) return
    const rendered = await renderFiles(services, userId, draft)
    let isStored = false
    try {
      isStored = await services.db.asUser(userId, async (tx) => {
        const current = await readUnrendered(tx, userId, { postId, isLocked: true })
        if (
          current?.digest !== draft.digest ||
          leavesOutLogos(current.options) !== leavesOutLogos(draft.options) ||
          !(await lockFiles(tx, userId, rendered))
        )
          return false
        await addMedia(tx, userId, new Map([[postId, rendered]]))
        await transitionAll(tx, areOwn(userId, [postId]), { kind: 'media-rendered' })
        return true
      })
    } finally {
      if (!isStored) await discardRendered(services, userId, rendered)
    }
    if (isStored) return
  }
}

interface Unrendered {
  platform: PlatformId
  projectId: string | null
  snapshot: Slide[]
  video: VideoPlan | null
  options: Record<string, unknown>
  /** Digest of the slides and the format. */
  digest: string
}

/** The content of a post; null when it has its media, is gone, or was sent. */
async function readUnrendered(
  tx: Tx,
  userId: string,
  { postId, isLocked }: { postId: string; isLocked: boolean },
): Promise<Unrendered | null> {
  const isPost = and(eq(scheduledPosts.userId, userId), eq(scheduledPosts.id, postId))
  const query = tx
    .select({
      platform: scheduledPosts.platform,
      projectId: scheduledPosts.projectId,
      delivery: scheduledPosts.delivery,
      snapshot: scheduledPosts.snapshot,
      video: scheduledPosts.film,
      options: scheduledPosts.options,
      digest: CONTENT_DIGEST,
    })
    .from(scheduledPosts)
    .where(isPost)
  const [row] = await (isLocked ? query.for('update') : query)
  if (!row || SENT.includes(row.delivery)) return null
  const mediaCount = await tx.$count(postMedia, and(eq(postMedia.userId, userId), eq(postMedia.postId, postId)))
  if (mediaCount > 0) return null
  const { projectId, video, digest } = row
  const snapshot = row.snapshot.map((slide) => slideSchema.parse(slide))
  return { platform: row.platform as PlatformId, projectId, snapshot, video, digest, options: row.options }
}

/** Videos that this process renders, by content: a video for two accounts is rendered once. */
const renderingVideos = new Map<string, Promise<RenderedFile[]>>()

function renderFiles(services: PostServices, userId: string, draft: Unrendered): Promise<RenderedFile[]> {
  const { snapshot, video, options, digest } = draft
  if (video === null) return reuseOrRenderSlides(services, userId, draft)
  const [shown, format] = [slidesOfPost(snapshot, options), postFormat(options)]
  const withoutLogos = leavesOutLogos(options)
  const key = `${userId} ${digest} ${withoutLogos}`
  const slides = shown.map((slide) => inFormat(slide, format))
  const work =
    renderingVideos.get(key) ??
    reuseOrRenderVideo(services, userId, { slides, video, digest, withoutLogos }).finally(() => renderingVideos.delete(key))
  renderingVideos.set(key, work)
  return work
}

/** The rendered slides of another post of the slideshow, or new ones. */
async function reuseOrRenderSlides(services: PostServices, userId: string, draft: Unrendered): Promise<RenderedFile[]> {
  const existing = await services.db.asUser(userId, (tx) => slidesOf(tx, userId, draft))
  if (existing.length > 0) return existing
  const { platform, snapshot, options } = draft
  return renderSlides(services, userId, {
    slides: slidesOfPost(snapshot, options),
    form: POST_FORMS[platform],
    format: postFormat(options),
  })
}

async function slidesOf(tx: Tx, userId: string, { projectId, platform, options, digest }: Unrendered): Promise<RenderedFile[]> {
  if (projectId === null) return []
  const form = formKey({ platform, options })
  const [other] = await tx
    .select({ id: scheduledPosts.id })
    .from(scheduledPosts)
    .where(
      and(
        eq(scheduledPosts.userId, userId),
        eq(scheduledPosts.projectId, projectId),
        inArray(
          scheduledPosts.platform,
          PLATFORM_IDS.filter((candidate) => formKey({ platform: candidate, options }) === form),
        ),
        isWithoutLogos(leavesOutLogos(options)),
        eq(CONTENT_DIGEST, digest),
        exists(tx.select().from(postMedia).where(eq(postMedia.postId, scheduledPosts.id))),
      ),
    )
    .limit(1)
  return other ? mediaOf(tx, userId, other.id) : []
}

const isWithoutLogos = (withoutLogos: boolean) =>
  sql`coalesce((${scheduledPosts.options} ->> 'withoutLogo')::boolean, false) = ${withoutLogos}`

/** The video of another post with the same slides, or a new one. */
async function reuseOrRenderVideo(
  services: PostServices,
  userId: string,
  { slides, video, digest, withoutLogos }: { slides: Slide[]; video: VideoPlan; digest: string; withoutLogos: boolean },
): Promise<RenderedFile[]> {
  const [existing] = await services.db.asUser(userId, (tx) => videoOf(tx, userId, { digest, withoutLogos }))
  return [existing ? { ...existing, isNew: false } : await renderPostVideo(services, userId, { slides, plan: video })]
}

/** The video of a post with this digest, which doesn't tell whether it shows logos; an index finds it. */
export function videoOf(tx: Tx, userId: string, { digest, withoutLogos }: { digest: string; withoutLogos: boolean }) {
  const { path, mimeType, bytes, width, height, sha256 } = postMedia
  return tx
    .select({ path, mimeType, bytes, width, height, sha256 })
    .from(scheduledPosts)
    .innerJoin(postMedia, eq(postMedia.postId, scheduledPosts.id))
    .where(and(eq(scheduledPosts.userId, userId), eq(scheduledPosts.videoDigest, digest), isWithoutLogos(withoutLogos)))
    .limit(1)
}
