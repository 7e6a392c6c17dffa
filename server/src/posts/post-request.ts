import { sql } from 'drizzle-orm'
import { CAPTION_MAX, POST_DESCRIPTION_MAX } from '@ninesixteen/shared/api/limits'
import type { NewPosts } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError } from '@ninesixteen/shared/errors'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { SoundWithBeats } from '@ninesixteen/shared/sound/slideshow-sound'
import type { VideoPlan, PostKind } from '@ninesixteen/shared/publishing/delivery'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import { isZone } from '@ninesixteen/shared/time/zones'
import { multiPhotoVideo, slideshowVideo, type VideoBeats, type VideoSpec } from '@ninesixteen/shared/video/video-spec'
import type { Tx } from '../db/db.ts'
import { ownWholeProject } from '../projects/project-rows.ts'
import { soundOfVideo } from '../sound/project-sound.ts'
import { labelled } from './ai-label.ts'
import { hasStarterPhoto } from '../storage/starter-photos.ts'
import { ownsFiles } from '../storage/stored-files.ts'

/** The content of a post, as it is stored. */
export interface PostContent {
  projectId: string | null
  projectVersion: number | null
  companyId: string | null
  kind: PostKind
  snapshot: Slide[]
  film: VideoPlan | null
}

/** The scheduled time, now, or null for a draft. */
export type PostTime = Date | 'now' | null

export interface Target {
  platform: PlatformId
  accountId: string
  options: Record<string, unknown>
  /** Texts of its own, in place of those of the request. */
  caption?: string | undefined
  description?: string | undefined
}

/** A parsed request for posts, not yet checked against the platforms. */
export interface PostRequest {
  content: PostContent
  targets: Target[]
  time: PostTime
  timeZone: string
  caption: string
  description: string
}

/** The texts of a target: its own, or those of the request. */
export function textsFor(
  target: Target,
  shared: Pick<PostRequest, 'caption' | 'description'>,
): Pick<PostRequest, 'caption' | 'description'> {
  return { caption: target.caption ?? shared.caption, description: target.description ?? shared.description }
}

const MINUTE_MS = 60_000
const FUTURE_MAX_MS = 2 * 366 * 24 * 60 * MINUTE_MS

/** Validates a request in the order in which the dialog asks for its fields. */
export async function readPostRequest(
  tx: Tx,
  userId: string,
  { seenAt = null, ...input }: Omit<NewPosts, 'requestId'> & { seenAt?: Date | null },
): Promise<PostRequest> {
  const { targets, timeZone, caption, description, scheduledTime } = input
  if (targets.length === 0) throw new AppError('SCHEDULE_NO_ACCOUNT')
  if (input.projectId === null) throw new AppError('SCHEDULE_NO_PROJECT')
  const { row, slides } = await ownWholeProject(tx, userId, input.projectId)
  if (slides.length === 0) throw new AppError('SCHEDULE_NO_SLIDES')
  for (const texts of [{ caption, description }, ...targets]) requireTexts(texts)
  requireZone(timeZone)
  const time = await readTime(tx, scheduledTime, seenAt)
  if (input.projectVersion !== null && input.projectVersion !== row.version) throw new AppError('PROJECT_CHANGED')
  const ownPhotos = input.photos.filter((path) => !hasStarterPhoto(path))
  if (!(await ownsFiles(tx, userId, ownPhotos))) throw new AppError('INVALID_INPUT', { fields: 'photos' })
  requireDistinct(targets)
  const parsedSlides = slides.map((slide) => slideSchema.parse(slide))
  const project = { projectId: row.id, projectVersion: row.version, companyId: row.companyId }
  const sound = await soundOfVideo(tx, userId, row.id)
  const content = { ...project, ...contentOf(input, parsedSlides, sound) }
  const { snapshot } = content
  return { content, targets: await labelled(tx, userId, { targets, snapshot }), time, timeZone, caption, description }
}

export function requireTexts({ caption = '', description = '' }: { caption?: string | undefined; description?: string | undefined }): void {
  if (caption.length > CAPTION_MAX) throw new AppError('CAPTION_TOO_LONG', { length: caption.length, limit: CAPTION_MAX })
  if (description.length > POST_DESCRIPTION_MAX) {
    throw new AppError('DESCRIPTION_TOO_LONG', { length: description.length, limit: POST_DESCRIPTION_MAX })
  }
}

export function requireZone(zone: string): void {
  if (!isZone(zone)) throw new AppError('TIME_ZONE_UNKNOWN', { zone: zone.slice(0, 64) })
}

/**
 * A valid time by the database's clock, which publishing uses. A retry of a request whose process died may name a time that passed meanwhile:
 * `seenAt` is when the request was first seen.
 */
export async function readTime(tx: Tx, input: string, seenAt?: Date | null): Promise<Exclude<PostTime, null>>
export async function readTime(tx: Tx, input: string | null, seenAt?: Date | null): Promise<PostTime>
export async function readTime(tx: Tx, input: string | null, seenAt: Date | null = null): Promise<PostTime> {
  if (input === null || input === 'now') return input
  const time = new Date(input)
  const msUntil = time.getTime() - (seenAt ?? (await databaseTime(tx))).getTime()
  if (msUntil < -MINUTE_MS) throw new AppError('SCHEDULE_IN_PAST')
  if (msUntil > FUTURE_MAX_MS) throw new AppError('SCHEDULE_TOO_FAR')
  return time
}

export async function databaseTime(tx: Tx): Promise<Date> {
  const { rows } = await tx.execute<{ ms: number }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`)
  return new Date(rows[0]?.ms ?? Date.now())
}

/** At most one post per account: two would be duplicates. */
export function requireDistinct(targets: readonly Target[]): void {
  const keys = targets.map(({ platform, accountId }) => `${platform} ${accountId}`)
  if (new Set(keys).size < keys.length) throw new AppError('INVALID_INPUT', { fields: 'targets' })
}

/** The slides, or the frames of the video. */
export function contentOf(
  input: Pick<NewPosts, 'kind' | 'photos' | 'film'>,
  slides: Slide[],
  sound: SoundWithBeats | null,
): Pick<PostContent, 'kind' | 'snapshot' | 'film'> {
  if (input.kind === 'slides') return { kind: 'slides', snapshot: slides, film: null }
  const beats = sound?.beats ?? null
  const video = videoOf(input, slides, beats)
  const frames = video.pictures.map((picture) => picture.frames)
  const { film } = input
  return {
    kind: 'video',
    snapshot: video.pictures.map(({ slide }) => slide),
    film: {
      frames,
      crossFade: video.crossFade ?? 0,
      ...(video.motion && { motion: true }),
      ...(sound && { sound: sound.sound }),
      ...(beats && film && { seconds: film.seconds }),
    },
  }
}

function videoOf({ photos, film: video }: Pick<NewPosts, 'photos' | 'film'>, slides: Slide[], beats: VideoBeats | null): VideoSpec {
  return photos.length === 0 && video !== null ? slideshowVideo(slides, { ...video, beats }) : multiPhotoVideo(slides[0], photos)
}
