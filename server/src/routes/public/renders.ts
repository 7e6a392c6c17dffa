import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '@ninesixteen/shared/errors'
import { fileNameOf } from '@ninesixteen/shared/export/file-names'
import type { PublicRender } from '@ninesixteen/shared/public-api/renders'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { videoPhotos } from '@ninesixteen/shared/video/photos'
import { multiPhotoVideo, slideshowVideo, type SlideshowTiming, type VideoSpec } from '@ninesixteen/shared/video/video-spec'
import { RENDER_FILES } from '../../slideshow-renders/render-file.ts'
import { renderRun } from '../../slideshow-renders/render-kind.ts'
import { renderUrl } from '../../slideshow-renders/render-run.ts'
import { toPublicError } from '../../runs/public-run.ts'
import type { RunRow } from '../../runs/run-kind.ts'
import { insertRun, readRun } from '../../runs/run-rows.ts'
import { readVideoPhotos } from '../library/video-photos.ts'
import type { Services } from '../services.ts'
import { procedures, requireCompany, waitOf, type PublicContext } from './procedures.ts'
import { soundOfVideo } from '../../sound/project-sound.ts'
import { ownSlideshow } from './slideshows.ts'

/** How often a waiting request looks for the end of its render, in milliseconds. */
const POLL_MS = 500

export const publicRenderRoutes = {
  create: procedures.renders.create.handler(async ({ context, input: { params, headers, body } }) => {
    const { services, key, writeId: id } = context
    const { row, slides: stored } = await ownSlideshow(context, params.id)
    if (!services.renderer) throw new AppError('UNAVAILABLE')
    if (stored.length === 0) throw new AppError('VIDEO_NO_SLIDE')
    const slides = stored.map((slide) => slideSchema.parse(slide))
    const spec =
      body.type === 'mp4'
        ? await videoOf(context, row, { slides, seconds: body.seconds_per_slide, crossFade: body.cross_fade, motion: body.motion })
        : null
    const { id: projectId, companyId, version, title } = row
    const input = { version, type: body.type, format: body.format }
    const payload = {
      slides: spec?.pictures.map(({ slide }) => slide) ?? slides,
      video: spec && {
        frames: spec.pictures.map(({ frames }) => frames),
        crossFade: spec.crossFade ?? 0,
        ...(spec.motion && { motion: true }),
        ...(spec.sound && { sound: spec.sound }),
      },
    }
    const render = await services.db.asUser(key.ownerId, (tx) =>
      insertRun(tx, key.ownerId, { kind: renderRun, run: { id, title, companyId, projectId, input, payload } }),
    )
    return toPublicRender(services, await untilEnded(context, render, waitOf(headers.prefer)))
  }),

  get: procedures.renders.get.handler(async ({ context, input: { params } }) =>
    toPublicRender(context.services, await own(context, params.id)),
  ),

  file: procedures.renders.file.handler(async ({ context, input: { params } }) => {
    const file = fileOf(await own(context, params.id))
    if (!file) throw new AppError('NOT_FOUND')
    // Answered as a stream, or a range of it, in place of this body.
    context.storedFile = file
    return { body: new File([], 'render') }
  }),

  cancel: procedures.renders.cancel.handler(async ({ context, input: { params } }) => {
    await own(context, params.id)
    return toPublicRender(context.services, await context.services.runs.discard(context.key.ownerId, params.id))
  }),
}

/** Throws NOT_FOUND for another owner's render, and API_KEY_COMPANY for one of another company. */
async function own({ services, key }: PublicContext, id: string): Promise<RunRow> {
  const row = await services.db.asUser(key.ownerId, (tx) => readRun(tx, key.ownerId, { id, kind: renderRun.name }))
  requireCompany(key, row.companyId)
  return row
}

type Slideshow = Awaited<ReturnType<typeof ownSlideshow>>['row']

/** The video as the studio exports it. */
async function videoOf(
  { services, key }: PublicContext,
  { id: projectId, companyId, contentType }: Slideshow,
  { slides, ...timing }: { slides: Parameters<typeof slideshowVideo>[0] } & Omit<SlideshowTiming, 'beats'>,
): Promise<VideoSpec> {
  const chosen = await services.db.asUser(key.ownerId, (tx) => soundOfVideo(tx, key.ownerId, projectId))
  const [sound, beats] = [chosen?.sound ?? null, chosen?.beats ?? null]
  if (contentType !== 'multi-photo-video') return { ...slideshowVideo(slides, { ...timing, beats }), sound }
  const all = await readVideoPhotos(services.db, key.ownerId, {
    projectId,
    companyId: companyId ?? undefined,
    isCompanyOnly: key.companyId !== null,
  })
  const background = slides[0]?.backgroundImage ?? null
  const sources = { projectId, background, library: { all, ofCompany: [] }, fallback: { backgrounds: [], library: [] } }
  return { ...multiPhotoVideo(slides[0], videoPhotos(sources)), sound }
}

async function untilEnded({ services, key, signal, wait: giveUpPlace }: PublicContext, render: RunRow, seconds: number): Promise<RunRow> {
  if (seconds === 0) return render
  giveUpPlace()
  const until = performance.now() + seconds * 1000
  let current = render
  while (['waiting', 'running'].includes(current.state) && performance.now() < until) {
    await wait(POLL_MS, undefined, { signal })
    current = await services.db.asUser(key.ownerId, (tx) => readRun(tx, key.ownerId, { id: render.id }))
  }
  return current
}

/** The stored file of a finished render. */
export function fileOf({ state, title, input, result }: RunRow) {
  if (state !== 'done') return null
  const { type, format } = renderRun.input.parse(input)
  const { extension, mimeType } = RENDER_FILES[type]
  const name = encodeURIComponent(fileNameOf({ title, formats: [format], ending: extension })).replaceAll("'", '%27')
  return {
    path: renderRun.result.parse(result).path,
    mimeType,
    headers: { 'cache-control': 'private, no-store', 'content-disposition': `attachment; filename*=UTF-8''${name}` },
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

function toPublicRender({ config }: Pick<Services, 'config'>, row: RunRow): PublicRender {
  const { id, projectId, state, done, total, error, createdAt } = row
  const isDone = state === 'done'
  return {
    id,
    slideshow_id: projectId,
    ...renderRun.input.parse(row.input),
    status: state,
    progress: isDone ? 1 : done / (total ?? 1),
    error: error && toPublicError(error),
    bytes: isDone ? renderRun.result.parse(row.result).bytes : null,
    url: isDone ? renderUrl(config, id) : null,
    // Once it has ended; until then at the earliest.
    expires_at: (row.expiresAt ?? new Date(createdAt.getTime() + DAY_MS)).toISOString(),
    created_at: createdAt.toISOString(),
  }
}
