import { and, eq, ilike, or } from 'drizzle-orm'
import { AppError, ERRORS, type ErrorCode } from '@ninesixteen/shared/errors'
import { creditLines, licenceName } from '@ninesixteen/shared/stock/credit'
import { LICENCES } from '@ninesixteen/shared/stock/licences'
import {
  generationSchema,
  type PublicCredits,
  type PublicGeneration,
  type PublicSlideshow,
} from '@ninesixteen/shared/public-api/slideshows'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import type { ApiKey } from '../../api-keys/api-keys.ts'
import type { Tx } from '../../db/db.ts'
import { projects } from '../../db/schema-projects.ts'
import { messageOf } from '../../generation/generation-outcome.ts'
import { readProject as readGeneration } from '../../generation/generation-rows.ts'
import { readResponse } from '../../idempotency/once.ts'
import { readOrigins, type SlideOrigins } from '../../photos/file-credits.ts'
import { requireCompanyPhotos, requireOwnPhotos } from '../../photos/slide-photos.ts'
import { listProjects, readProject, summarise, type ShownRow } from '../../projects/project-rows.ts'
import { insertProject, saveProject } from '../../projects/project-saves.ts'
import { slideFiles } from '../../rendering/slide-files.ts'
import { requireOwnCompany } from '../companies/companies.ts'
import type { Services } from '../services.ts'
import { companyOf, procedures, requireCompany, waitOf, type PublicContext } from './procedures.ts'
import { requireTemplate } from './templates.ts'

const SEARCH_WORDS_MAX = 8

export const publicSlideshowRoutes = {
  list: procedures.slideshows.list.handler(async ({ context: { services, key }, input: { query } }) => {
    const companyId = companyOf(key, query.company_id)
    const where = and(...matching(query.search), companyId === null ? undefined : eq(projects.companyId, companyId))
    const page = { where, limit: query.limit, offset: 0, after: query.after }
    const { rows, next } = await listProjects(services.db, key.ownerId, page)
    return { slideshows: rows.map((row) => present(services, row)), next }
  }),

  get: procedures.slideshows.get.handler(async ({ context, input: { params } }) => {
    const { row, slides } = await ownSlideshow(context, params.id)
    const body = { ...present(context.services, row), slides: slides.map((slide) => slideSchema.parse(slide)) }
    return { headers: { etag: etagOf(row.version) }, body }
  }),

  create: procedures.slideshows.create.handler(async ({ context, input: { body } }) => {
    const { services, key, writeId: id } = context
    const { ownerId: userId } = key
    const companyId = companyOf(key, body.company_id)
    requireOwnPhotos(userId, body.slides)
    const { title, topic, slides } = body
    const project = { id, userId, title, topic, contentType: body.content_type, contentStyle: body.content_style, companyId, slides }
    const row = await services.db.asUser(userId, async (tx) => {
      const [earlier] = await tx.select().from(projects).where(isOwn(userId, id))
      if (earlier) return earlier
      await requireOwnCompany(tx, userId, companyId)
      await requireKeyPhotos(tx, key, { slides, earlier: [] })
      return insertProject(tx, services.settings.now().storageQuota, project)
    })
    return { headers: { etag: etagOf(row.version) }, body: present(services, row) }
  }),

  update: procedures.slideshows.update.handler(async ({ context, input: { params, headers, body } }) => {
    const { services, key, writeId: saveId } = context
    const version = versionOf(headers['if-match'])
    requireOwnPhotos(key.ownerId, body.slides)
    const { row, slides: earlier } = await ownSlideshow(context, params.id)
    if (row.status === 'generating') throw new AppError('VERSION_CONFLICT')
    const save = { id: params.id, version, saveId, title: body.title, slides: body.slides, quota: services.settings.now().storageQuota }
    const saved = await services.db.asUser(key.ownerId, async (tx) => {
      await requireKeyPhotos(tx, key, { slides: body.slides, earlier })
      return saveProject(tx, key.ownerId, save)
    })
    if (!('version' in saved)) throw new AppError('VERSION_CONFLICT')
    const { row: changed } = await ownSlideshow(context, params.id)
    return { headers: { etag: etagOf(saved.version) }, body: present(services, changed) }
  }),

  generate: procedures.slideshows.generate.handler(async ({ context, input: { headers, body } }) => {
    const { services, key, writeId: id } = context
    const request = {
      topic: body.topic,
      contentType: body.content_type,
      slideCount: body.slide_count,
      companyId: companyOf(key, body.company_id),
      tone: body.tone,
      extraContext: body.extra_context,
      softSell: body.soft_sell,
      useTumblrPhotos: false,
      ...(body.template_id !== undefined && { templateId: body.template_id }),
      ...(body.look !== undefined && { look: body.look }),
    }
    const earlier = await readGeneration(services.db, key.ownerId, { projectId: id, from: 1 })
    if (!earlier && body.template_id !== undefined) await requireTemplate(context, body.template_id)
    if (!earlier) await services.generations.start(key.ownerId, request, { id, isCompanyOnly: key.companyId !== null })
    const seconds = waitOf(headers.prefer)
    if (seconds > 0) await untilWritten(context, { id, seconds })
    return generationOf(context, id)
  }),

  generation: procedures.slideshows.generation.handler(async ({ context, input: { params } }) => {
    const unwritten = await unwrittenGeneration(context, params.id)
    if (unwritten) return unwritten
    await ownSlideshow(context, params.id)
    return generationOf(context, params.id)
  }),

  credits: procedures.slideshows.credits.handler(async ({ context, input: { params } }) => {
    const { services, key } = context
    const { slides } = await ownSlideshow(context, params.id)
    const shown = slides.map((slide) => slideSchema.parse(slide))
    return presentOrigins(await services.db.asUser(key.ownerId, (tx) => readOrigins(tx, key.ownerId, shown)))
  }),

  render: procedures.slideshows.render.handler(async ({ context, input: { params, query } }) => {
    const { services, key, signal } = context
    const { row, slides } = await ownSlideshow(context, params.id)
    const slide = slides[params.index]
    if (slide === undefined) throw new AppError('NOT_FOUND')
    if (!services.renderer) throw new AppError('UNAVAILABLE')
    context.wait()
    const shown = inFormat(slideSchema.parse(slide), query.format)
    const rendered = services.renderer.renderSlide(shown, slideFiles(services), { userId: key.ownerId, signal })
    const bytes = await (query.type === 'png' ? rendered.png() : rendered.jpeg())
    const name = `slide-${params.index + 1}.${query.type === 'png' ? 'png' : 'jpg'}`
    return { headers: { etag: etagOf(row.version) }, body: new File([new Uint8Array(bytes)], name, { type: `image/${query.type}` }) }
  }),
}

const isOwn = (userId: string, id: string) => and(eq(projects.userId, userId), eq(projects.id, id))

/** Throws NOT_FOUND for another user's slideshow, and API_KEY_COMPANY for one of another company. */
export async function ownSlideshow({ services, key }: PublicContext, id: string) {
  const found = await readProject(services.db, key.ownerId, id)
  requireCompany(key, found.row.companyId)
  return found
}

interface ShownSlides {
  slides: readonly Slide[]
  /** The slides that they replace. */
  earlier: readonly Slide[]
}

/** Throws API_KEY_COMPANY for an image that a key of a company adds and that isn't the company's. */
async function requireKeyPhotos(tx: Tx, { ownerId, companyId }: ApiKey, { slides, earlier }: ShownSlides): Promise<void> {
  if (companyId !== null) await requireCompanyPhotos(tx, ownerId, { companyId, slides, earlier })
}

/** Every word must occur in title or topic; escapes `%`, `_` and `\\`. */
function matching(search: string) {
  const words = search.split(/\s+/).filter((word) => word !== '')
  return words.slice(0, SEARCH_WORDS_MAX).map((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    return or(ilike(projects.title, pattern), ilike(projects.topic, pattern))
  })
}

const etagOf = (version: number): string => `"${version}"`

/** The version that an update is based on. */
function versionOf(ifMatch: string | undefined): number {
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(ifMatch?.trim() ?? '')?.[1]
  if (version === undefined) throw new AppError('VERSION_REQUIRED')
  return Number(version)
}

/** Waits for the end of a generation. Throws its error if it wrote nothing. */
async function untilWritten(
  { services, key, signal, wait }: PublicContext,
  { id, seconds }: { id: string; seconds: number },
): Promise<void> {
  wait()
  const stop = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)])
  for await (const event of services.generations.follow(key.ownerId, id, stop)) {
    if (event.type === 'error' && event.kept === 0) throw new AppError(event.code in ERRORS ? (event.code as ErrorCode) : 'AI_NOTHING')
  }
}

async function generationOf({ services, key }: PublicContext, id: string): Promise<PublicGeneration> {
  const found = await readGeneration(services.db, key.ownerId, { projectId: id, from: 1 })
  if (!found) throw new AppError('NOT_FOUND')
  const { status, slides, wanted, outcome } = found
  const notice = messageOf({ slides: slides.length, wanted, outcome })
  const state = status === 'generating' ? 'running' : notice === null ? 'done' : 'failed'
  return { slideshow_id: id, status: state, slides: slides.length, wanted, notice }
}

/** The generation of a request whose slideshow was deleted because no slide was written; null for any other. */
async function unwrittenGeneration({ services, key }: PublicContext, id: string): Promise<PublicGeneration | null> {
  const response = await services.db.asUser(key.ownerId, (tx) => readResponse(tx, key.ownerId, id))
  const parsed = generationSchema.safeParse(response === null ? null : JSON.parse(response))
  return parsed.success && parsed.data.status === 'failed' && parsed.data.slides === 0 ? parsed.data : null
}

function presentOrigins({ credits, hasAiPhotos }: SlideOrigins): PublicCredits {
  return {
    credits: credits.map((credit) => ({
      service: credit.service,
      photo_id: credit.id,
      title: credit.title,
      author: credit.author,
      author_url: credit.authorUrl,
      licence: licenceName(credit),
      licence_url: credit.licenceUrl,
      page_url: credit.pageUrl,
      credit: LICENCES[credit.licence].credit,
    })),
    text: creditLines(credits),
    shows_ai_photos: hasAiPhotos,
  }
}

function present({ config }: Pick<Services, 'config'>, row: ShownRow): PublicSlideshow {
  const { id, title, topic, contentType, contentStyle, companyId, slideCount, status, version, createdAt, updatedAt } = summarise(row, null)
  return {
    id,
    title,
    topic,
    content_type: contentType,
    content_style: contentStyle,
    company_id: companyId,
    slide_count: slideCount,
    status,
    version,
    url: new URL(`/content_studio?project=${id}`, config.publicUrl).href,
    created_at: createdAt,
    updated_at: updatedAt,
  }
}
