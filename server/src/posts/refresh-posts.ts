import { and, eq } from 'drizzle-orm'
import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError } from '@ninesixteen/shared/errors'
import { CHANGEABLE } from '@ninesixteen/shared/publishing/delivery'
import { refreshAltTexts } from '@ninesixteen/shared/publishing/alt-text'
import { POST_FORMS } from '@ninesixteen/shared/publishing/platforms'
import { leavesOutLogos, slidesOfPost } from '@ninesixteen/shared/publishing/logos'
import { postFormat } from '@ninesixteen/shared/publishing/post-format'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import { PHOTO_CHANGES, VIDEO_FPS } from '@ninesixteen/shared/video/timeline'
import { isSerializationFailure } from '../db/database-error.ts'
import type { Tx } from '../db/db.ts'
import { postMedia, scheduledPosts } from '../db/schema-publishing.ts'
import { ownWholeProject, type ProjectRow } from '../projects/project-rows.ts'
import { soundOfVideo } from '../sound/project-sound.ts'
import { requireWithinQuota } from '../storage/storage-quota.ts'
import { markForDeletion, removeMarked } from '../storage/sweep/mark-for-deletion.ts'
import { VIDEO_DETAIL } from './waiting-details.ts'
import { enqueueVideoRender } from './rendered-media/video-jobs.ts'
import { addMedia, discardRendered, lockFiles, type RenderedFile } from './rendered-media/media-files.ts'
import { renderSlides } from './rendered-media/render-slides.ts'
import { readPosts } from './list-posts.ts'
import { contentOf, type PostContent } from './post-request.ts'
import { relabelled } from './ai-label.ts'
import { addEvents } from './post-events.ts'
import { areOwn, type PostRow } from './post-rows.ts'
import { transitionAll } from './publishing/transition.ts'
import type { PostServices } from './post-services.ts'

/** Updates posts to the current slides of their projects. Posts that are being sent keep their slides. */
export async function refreshPosts(
  services: PostServices,
  userId: string,
  ids: readonly string[],
): Promise<{ posts: ScheduledPost[]; late: string[] }> {
  const rows = await services.db.asUser(userId, (tx) => tx.select().from(scheduledPosts).where(areOwn(userId, ids)))
  if (rows.length === 0) throw new AppError('NOT_FOUND')
  const fresh: string[] = []
  for (const row of rows) {
    const isOpen = CHANGEABLE.includes(row.delivery) && row.projectId !== null
    if (isOpen && (await refreshPost(services, userId, { row, projectId: row.projectId ?? '' }))) fresh.push(row.id)
  }
  const tooLate = rows.map(({ id }) => id).filter((id) => !fresh.includes(id))
  return { posts: await readPosts(services, userId, fresh), late: tooLate }
}

/** Another post may release a file while this one reuses it. */
const ATTEMPTS_MAX = 3

interface Replacing {
  row: PostRow
  options: PostRow['options']
  /** Reads the slides before each attempt. */
  read(): Promise<PostContent>
  event: { kind: 'refreshed' | 'edited'; text: string }
}

/** Updates a post to the project's current slides. False when it was too late. */
async function refreshPost(
  services: PostServices,
  userId: string,
  { row, projectId }: { row: PostRow; projectId: string },
): Promise<boolean> {
  const read = (): Promise<PostContent> =>
    services.db.asUser(userId, async (tx) => {
      const project = await ownWholeProject(tx, userId, projectId)
      if (project.slides.length === 0) throw new AppError('SCHEDULE_NO_SLIDES')
      return latestContent(tx, row, project)
    })
  return replaceMedia(services, userId, {
    row,
    options: row.options,
    read,
    event: { kind: 'refreshed', text: 'Updated to the latest slides.' },
  })
}

/** Renders the slides of a post as other options show them. False when it was too late. */
export async function reformatPost(
  services: PostServices,
  userId: string,
  { row, options }: Pick<Replacing, 'row' | 'options'>,
): Promise<boolean> {
  const { projectId, projectVersion, companyId, kind, film } = row
  const snapshot = row.snapshot.map((slide) => slideSchema.parse(slide))
  const read = () => Promise.resolve({ projectId, projectVersion, companyId, kind, film, snapshot })
  const format = postFormat(options)
  const text = format === postFormat(row.options) ? `Changed to slides ${logosIn(options)}.` : `Changed to the format ${format}.`
  return replaceMedia(services, userId, { row, options, read, event: { kind: 'edited', text } })
}

const logosIn = (options: Record<string, unknown>): string => (leavesOutLogos(options) ? 'without the logo' : 'with the logo')

async function replaceMedia(services: PostServices, userId: string, { read, ...replacing }: Replacing): Promise<boolean> {
  const { row, options } = replacing
  const form = POST_FORMS[row.platform as PlatformId]
  for (let left = ATTEMPTS_MAX; left > 0; left -= 1) {
    const content = await read()
    const slides = { slides: slidesOfPost(content.snapshot, options), form, format: postFormat(options) }
    const media = row.kind === 'video' ? [] : await renderSlides(services, userId, slides)
    let replaced: Replaced | null = null
    try {
      replaced = await services.db.asUser(userId, (tx) => replaceContent(services, tx, { ...replacing, content, media }))
    } catch (error) {
      // The project was deleted meanwhile, or two posts that replace each other's files deadlocked.
      if (!isSerializationFailure(error)) throw error
    } finally {
      if (!replaced?.isDone) await discardRendered(services, userId, media)
    }
    if (!replaced) continue
    await removeMarked(services, userId, replaced.released)
    return replaced.isDone
  }
  throw new AppError('SCHEDULE_FAILED')
}

interface Replaced {
  /** False when the post was sent meanwhile. */
  isDone: boolean
  /** Previous files that no other post uses, marked for deletion. */
  released: string[]
}

/** Replaces the content and media of a post. Null when a file of the media was deleted meanwhile. */
async function replaceContent(
  services: PostServices,
  tx: Tx,
  { row, options, event, content, media }: Omit<Replacing, 'read'> & { content: PostContent; media: readonly RenderedFile[] },
): Promise<Replaced | null> {
  const { id, userId, kind } = row
  if (!(await lockFiles(tx, userId, media))) return null
  const wait = kind === 'video' ? { detail: VIDEO_DETAIL, waitsFor: 'video' as const } : null
  const platform = row.platform as PlatformId
  const labelledOptions = await relabelled(tx, userId, { platform, options, before: row.snapshot, after: content.snapshot })
  const changed = await transitionAll(tx, areOwn(userId, [id]), {
    kind: 'slides-refreshed',
    content: { ...content, options: refreshedOptions({ ...row, options: labelledOptions }, content) },
    wait,
  })
  if (changed.length === 0) return { isDone: false, released: [] }
  const previous = await tx
    .delete(postMedia)
    .where(and(eq(postMedia.userId, userId), eq(postMedia.postId, id)))
    .returning({ path: postMedia.path })
  await addMedia(tx, userId, new Map([[id, media]]))
  const unused = previous.map(({ path }) => path).filter((path) => !media.some((file) => file.path === path))
  // Before the quota check: files marked for deletion don't count.
  const released = unused.length === 0 ? [] : await markForDeletion(tx, userId, unused)
  await requireWithinQuota(tx, userId, services.settings.now().storageQuota)
  if (kind === 'video') await enqueueVideoRender(services, tx, userId)
  await addEvents(tx, userId, [{ postId: id, ...event }])
  return { isDone: true, released }
}

/** Generated alt texts follow the slides. */
function refreshedOptions({ platform, options, snapshot }: PostRow, content: PostContent): PostRow['options'] {
  const { altTexts } = options
  if (content.kind === 'video' || !Array.isArray(altTexts) || altTexts.length === 0) return options
  const texts = altTexts.map((text: unknown) => (typeof text === 'string' ? text : undefined))
  return {
    ...options,
    altTexts: refreshAltTexts(texts, { before: snapshot, after: content.snapshot, most: POST_FORMS[platform as PlatformId].altTextMax }),
  }
}

type RenderedContent = Pick<PostRow, 'kind' | 'film' | 'snapshot'>

/** The current content of the post: the slides of its project, or a video of them with the user's choices. */
export async function latestContent(
  tx: Tx,
  rendered: RenderedContent,
  { row, slides }: { row: ProjectRow; slides: readonly Slide[] },
): Promise<PostContent> {
  const parsedSlides = slides.map((slide) => slideSchema.parse(slide))
  const sound = await soundOfVideo(tx, row.userId, row.id)
  const content = contentOf({ kind: rendered.kind, ...videoChoice(rendered) }, parsedSlides, sound)
  return { projectId: row.id, projectVersion: row.version, companyId: row.companyId, ...content }
}

/** The user's choices for the video, derived from its plan. */
function videoChoice({ kind, film: video, snapshot }: RenderedContent): {
  photos: string[]
  film: { seconds: number; crossFade: boolean; motion: boolean } | null
} {
  if (kind === 'slides' || video === null) return { photos: [], film: null }
  if (isOneSlide(snapshot)) return { photos: snapshot.flatMap(({ backgroundImage }) => backgroundImage ?? []), film: null }
  const { frames } = video
  // A first slide that waits for a beat lasts longer than the others.
  const seconds = video.seconds ?? (frames[1] ?? frames[0] ?? 0) / VIDEO_FPS
  return {
    photos: [],
    film: { seconds, crossFade: video.crossFade > 0, motion: video.motion ?? false },
  }
}

/** Whether the same slide is shown with one photo after another. */
function isOneSlide(snapshot: readonly Slide[]): boolean {
  return snapshot.length === PHOTO_CHANGES && new Set(snapshot.map(({ id }) => id)).size === 1
}
