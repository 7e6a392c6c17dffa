import { and, eq, sql } from 'drizzle-orm'
import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError } from '@ninesixteen/shared/errors'
import { CHANGEABLE } from '@ninesixteen/shared/publishing/delivery'
import { POST_FORMS } from '@ninesixteen/shared/publishing/platforms'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import { PHOTO_CHANGES, VIDEO_FPS } from '@ninesixteen/shared/video/timeline'
import { postMedia, scheduledPosts } from '../db/schema-publishing.ts'
import { ownWholeProject, type ProjectRow } from '../routes/projects/project-rows.ts'
import { requireWithinRoom } from '../storage/storage-quota.ts'
import { AS_BEFORE } from './change-posts.ts'
import { FILM_DETAIL } from './film-detail.ts'
import { orderFilms } from './freeze/draw-films.ts'
import { addMedia, holdFiles } from './freeze/frozen-files.ts'
import { freezePictures } from './freeze/freeze-pictures.ts'
import { readPosts } from './list-posts.ts'
import { contentOf, type PostContent } from './order.ts'
import { addEvents } from './post-events.ts'
import { areOwn, isChangeable, TAKEN_BACK, type PostRow } from './post-rows.ts'
import type { Scheduling } from './scheduling.ts'

/** Takes over the slides as they are now in the posts' projects. Those that are being sent meanwhile go out as they were. */
export async function refreshPosts(
  services: Scheduling,
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
  const late = rows.map(({ id }) => id).filter((id) => !fresh.includes(id))
  return { posts: await readPosts(services, userId, fresh), late }
}

/** False when it was too late. */
async function refreshPost(
  services: Scheduling,
  userId: string,
  { row, projectId }: { row: PostRow; projectId: string },
): Promise<boolean> {
  const project = await services.db.asUser(userId, (tx) => ownWholeProject(tx, userId, projectId))
  if (project.slides.length === 0) throw new AppError('SCHEDULE_NO_SLIDES')
  const content = latestContent(row, project)
  const form = POST_FORMS[row.platform as PlatformId]
  const frozen = row.kind === 'video' ? [] : await freezePictures(services, userId, { slides: content.snapshot, form })
  return services.db.asUser(userId, async (tx) => {
    if (!(await holdFiles(tx, userId, frozen))) throw new AppError('SCHEDULE_FAILED')
    const detail = row.kind === 'video' ? FILM_DETAIL : sql`${scheduledPosts.detail}`
    const set = { ...TAKEN_BACK, ...AS_BEFORE, ...content, detail }
    const changed = await tx
      .update(scheduledPosts)
      .set(set)
      .where(and(areOwn(userId, [row.id]), isChangeable))
      .returning({ id: scheduledPosts.id })
    if (changed.length === 0) return false
    await tx.delete(postMedia).where(and(eq(postMedia.userId, userId), eq(postMedia.postId, row.id)))
    await addMedia(tx, userId, new Map([[row.id, frozen]]))
    await requireWithinRoom(tx, userId, services.settings.now().storageQuota)
    if (row.kind === 'video') await orderFilms(services, tx, userId)
    await addEvents(tx, userId, [{ postId: row.id, kind: 'refreshed', text: 'Updated to the latest slides.' }])
    return true
  })
}

type Made = Pick<PostRow, 'kind' | 'film' | 'snapshot'>

/** What such a post is made of by now: the slides of its project as they are, or a film of them as it was chosen. */
export function latestContent(made: Made, { row, slides }: { row: ProjectRow; slides: readonly Slide[] }): PostContent {
  const whole = slides.map((slide) => slideSchema.parse(slide))
  const content = contentOf({ kind: made.kind, ...filmChoice(made) }, whole)
  return { projectId: row.id, projectVersion: row.version, companyId: row.companyId, ...content }
}

/** What was chosen when the film was scheduled, as its plan tells. */
function filmChoice({ kind, film, snapshot }: Made): { photos: string[]; film: { seconds: number; crossFade: boolean } | null } {
  if (kind === 'slides' || film === null) return { photos: [], film: null }
  if (isOneSlide(snapshot)) return { photos: snapshot.flatMap(({ backgroundImage }) => backgroundImage ?? []), film: null }
  return { photos: [], film: { seconds: (film.frames[0] ?? 0) / VIDEO_FPS, crossFade: film.crossFade > 0 } }
}

/** The same slide before one photo after another. */
function isOneSlide(snapshot: readonly Slide[]): boolean {
  return snapshot.length === PHOTO_CHANGES && new Set(snapshot.map(({ id }) => id)).size === 1
}
