import { setTimeout as wait } from 'node:timers/promises'
import { AppError, ERRORS, type ErrorCode } from '@ninesixteen/shared/errors'
import { fileNameOf } from '@ninesixteen/shared/export/file-names'
import type { PublicRender } from '@ninesixteen/shared/public-api/renders'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { videoPhotos } from '@ninesixteen/shared/video/photos'
import { multiPhotoVideo, slideshowVideo, type SlideshowTiming, type VideoSpec } from '@ninesixteen/shared/video/video-spec'
import { createUrlSigner } from '../../photos/signed-url.ts'
import { RENDER_FILES } from '../../slideshow-renders/render-file.ts'
import { cancelRender, insertRender, readRender, type RenderRow } from '../../slideshow-renders/render-rows.ts'
import { announceRender } from '../../slideshow-renders/run-renders.ts'
import { readVideoPhotos } from '../library/video-photos.ts'
import type { Services } from '../services.ts'
import { procedures, requireCompany, waitOf, type PublicContext } from './procedures.ts'
import { soundOfVideo } from '../../sound/project-sound.ts'
import { ownSlideshow } from './slideshows.ts'

/** How often a waiting request looks for the end of its render, in milliseconds. */
const POLL_MS = 500
/** Path of signed links to finished renders. */
export const RENDERS_PATH = '/files/renders'

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
    const facts = { id, projectId, companyId, version, title, type: body.type, format: body.format }
    const render = await services.db.asUser(key.ownerId, async (tx) => {
      const inserted = await insertRender(tx, key.ownerId, {
        ...facts,
        slides: spec?.pictures.map(({ slide }) => slide) ?? slides,
        video: spec && {
          frames: spec.pictures.map(({ frames }) => frames),
          crossFade: spec.crossFade ?? 0,
          ...(spec.motion && { motion: true }),
          ...(spec.sound && { sound: spec.sound }),
        },
      })
      await announceRender(services, tx)
      return inserted
    })
    return present(services, await untilEnded(context, render, waitOf(headers.prefer)))
  }),

  get: procedures.renders.get.handler(async ({ context, input: { params } }) => present(context.services, await own(context, params.id))),

  file: procedures.renders.file.handler(async ({ context, input: { params } }) => {
    const file = fileOf(await own(context, params.id))
    if (!file) throw new AppError('NOT_FOUND')
    // Answered as a stream, or a range of it, in place of this body.
    context.storedFile = file
    return { body: new File([], 'render') }
  }),

  cancel: procedures.renders.cancel.handler(async ({ context, input: { params } }) => {
    await own(context, params.id)
    return present(context.services, await cancelRender(context.services, context.key.ownerId, params.id))
  }),
}

/** Throws NOT_FOUND for another owner's render, and API_KEY_COMPANY for one of another company. */
async function own({ services, key }: PublicContext, id: string): Promise<RenderRow> {
  const row = await readRender(services.db, key.ownerId, id)
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

async function untilEnded(
  { services, key, signal, wait: giveUpPlace }: PublicContext,
  render: RenderRow,
  seconds: number,
): Promise<RenderRow> {
  if (seconds === 0) return render
  giveUpPlace()
  const until = performance.now() + seconds * 1000
  let current = render
  while (['waiting', 'running'].includes(current.status) && performance.now() < until) {
    await wait(POLL_MS, undefined, { signal })
    current = await readRender(services.db, key.ownerId, render.id)
  }
  return current
}

/** The stored file of a finished render. */
export function fileOf({ type, format, title, path }: RenderRow) {
  if (path === null) return null
  const { extension, mimeType } = RENDER_FILES[type]
  const name = encodeURIComponent(fileNameOf({ title, formats: [format], ending: extension })).replaceAll("'", '%27')
  return {
    path,
    mimeType,
    headers: { 'cache-control': 'private, no-store', 'content-disposition': `attachment; filename*=UTF-8''${name}` },
  }
}

function errorOf({ code, details }: NonNullable<RenderRow['failure']>): PublicRender['error'] {
  const error = new AppError(code !== null && code in ERRORS ? (code as ErrorCode) : 'INTERNAL', details)
  return { code: error.code, message: error.message }
}

function present({ config }: Pick<Services, 'config'>, row: RenderRow): PublicRender {
  const { id, projectId, version, type, format, status, progress, failure, bytes, path, expiresAt, createdAt } = row
  return {
    id,
    slideshow_id: projectId,
    version,
    type,
    format,
    status,
    progress,
    error: failure && errorOf(failure),
    bytes,
    url: path === null ? null : new URL(createUrlSigner(config).sign(`${RENDERS_PATH}/${id}`), config.publicUrl).href,
    expires_at: expiresAt.toISOString(),
    created_at: createdAt.toISOString(),
  }
}
