import { and, eq, sql } from 'drizzle-orm'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { Delivery, VideoPlan } from '@ninesixteen/shared/publishing/delivery'
import { POST_FORMS } from '@ninesixteen/shared/publishing/platforms'
import { postFormat } from '@ninesixteen/shared/publishing/post-format'
import type { Format } from '@ninesixteen/shared/slide/formats'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import type { Tx } from '../../db/db.ts'
import { postMedia, scheduledPosts } from '../../db/schema-publishing.ts'
import { areOwn } from '../post-rows.ts'
import { transitionAll } from '../publishing/transition.ts'
import type { PostServices } from '../post-services.ts'
import { renderPostVideo } from './render-video.ts'
import { renderSlides } from './render-slides.ts'
import { addMedia, discardRendered, lockFiles, type RenderedFile } from './media-files.ts'

/** Digest of the content of a post: for videos it is in `video_digest` as well. */
const PRINT = sql<string>`md5(${scheduledPosts.snapshot}::text || coalesce(${scheduledPosts.film}::text, '') || coalesce(${scheduledPosts.options}->>'format', ''))`
/** In these states the files of a post don't change any more. */
const SENT: readonly Delivery[] = ['sending', 'uncertain', 'accepted', 'published']
/** The user may change a post again and again while it is rendered. */
const TRIES_MAX = 3

/** Posts that this process renders: a second caller waits for the first. */
const freezing = new Map<string, Promise<void>>()

/**
 * Renders the media of a post that has none: its video, or slides that were deleted long after it ended. Any process may call it at any time, also
 * twice: one result is stored.
 */
export function renderPost(services: PostServices, userId: string, postId: string): Promise<void> {
  const begun = freezing.get(postId)
  if (begun) return begun
  const work = freezeNow(services, userId, postId).finally(() => freezing.delete(postId))
  freezing.set(postId, work)
  return work
}

async function freezeNow(services: PostServices, userId: string, postId: string): Promise<void> {
  for (let left = TRIES_MAX; left > 0; left -= 1) {
    const draft = await services.db.asUser(userId, (tx) => readUndrawn(tx, userId, { postId, isLocked: false }))
    if (!draft) return
    const frozen = await drawFiles(services, userId, draft)
    let isKept = false
    try {
      isKept = await services.db.asUser(userId, async (tx) => {
        const now = await readUndrawn(tx, userId, { postId, isLocked: true })
        if (now?.print !== draft.print || !(await lockFiles(tx, userId, frozen))) return false
        await addMedia(tx, userId, new Map([[postId, frozen]]))
        await transitionAll(tx, areOwn(userId, [postId]), { kind: 'media-rendered' })
        return true
      })
    } finally {
      if (!isKept) await discardRendered(services, userId, frozen)
    }
    if (isKept) return
  }
}

interface Undrawn {
  platform: PlatformId
  snapshot: Slide[]
  video: VideoPlan | null
  format: Format
  /** Digest of the slides that were read, and of the format. */
  print: string
}

/** The content of a post; null when it has its media, is gone, or was sent. */
async function readUndrawn(tx: Tx, userId: string, { postId, isLocked }: { postId: string; isLocked: boolean }): Promise<Undrawn | null> {
  const isMine = and(eq(scheduledPosts.userId, userId), eq(scheduledPosts.id, postId))
  const query = tx
    .select({
      platform: scheduledPosts.platform,
      delivery: scheduledPosts.delivery,
      snapshot: scheduledPosts.snapshot,
      video: scheduledPosts.film,
      options: scheduledPosts.options,
      print: PRINT,
    })
    .from(scheduledPosts)
    .where(isMine)
  const [row] = await (isLocked ? query.for('update') : query)
  if (!row || SENT.includes(row.delivery)) return null
  const drawn = await tx.$count(postMedia, and(eq(postMedia.userId, userId), eq(postMedia.postId, postId)))
  if (drawn > 0) return null
  const { video, print } = row
  const snapshot = row.snapshot.map((slide) => slideSchema.parse(slide))
  return { platform: row.platform as PlatformId, snapshot, video, print, format: postFormat(row.options) }
}

/** Videos that this process renders, by content: a video for two accounts is rendered once. */
const drawing = new Map<string, Promise<RenderedFile[]>>()

function drawFiles(services: PostServices, userId: string, { platform, snapshot, video, format, print }: Undrawn): Promise<RenderedFile[]> {
  if (video === null) return renderSlides(services, userId, { slides: snapshot, form: POST_FORMS[platform], format })
  const key = `${userId} ${print}`
  const slides = snapshot.map((slide) => inFormat(slide, format))
  const work = drawing.get(key) ?? reuseOrRenderVideo(services, userId, { slides, video, print }).finally(() => drawing.delete(key))
  drawing.set(key, work)
  return work
}

/** The video of another post of the same slides, or one that is rendered now. */
async function reuseOrRenderVideo(
  services: PostServices,
  userId: string,
  { slides, video, print }: { slides: Slide[]; video: VideoPlan; print: string },
): Promise<RenderedFile[]> {
  const [twin] = await services.db.asUser(userId, (tx) => videoOf(tx, userId, print))
  return [twin ? { ...twin, isNew: false } : await renderPostVideo(services, userId, { slides, plan: video })]
}

/** The video of a post with this digest; found by an index, however many the user has. */
export function videoOf(tx: Tx, userId: string, print: string) {
  const { path, mimeType, bytes, width, height, sha256 } = postMedia
  return tx
    .select({ path, mimeType, bytes, width, height, sha256 })
    .from(scheduledPosts)
    .innerJoin(postMedia, eq(postMedia.postId, scheduledPosts.id))
    .where(and(eq(scheduledPosts.userId, userId), eq(scheduledPosts.videoDigest, print)))
    .limit(1)
}
