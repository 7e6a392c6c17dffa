import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { Brand } from '@ninesixteen/shared/brand/model'
import type { CompanyImages } from '@ninesixteen/shared/content-types/boxes'
import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { planSlideshow, softSellIndex, type SlideshowPlan } from '@ninesixteen/shared/content-types/plan'
import type { Prompt } from '@ninesixteen/shared/content-types/prompt'
import type { TextSize } from '@ninesixteen/shared/content-types/text-sizes'
import { CONTENT_TYPE_WRITERS } from '@ninesixteen/shared/content-types/writers'
import type { GenerateRequest } from '@ninesixteen/shared/api/generate'
import { PROJECT_TITLE_MAX, TOPIC_MAX } from '@ninesixteen/shared/api/projects'
import { AppError } from '@ninesixteen/shared/errors'
import { backgroundChoices, COMPANY_PHOTOS_MIN } from '@ninesixteen/shared/slide/backgrounds'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { cleanGenerated, cutText } from '@ninesixteen/shared/text/rules'
import { requestedModel } from '../connections/own-ai.ts'
import type { Db, Tx } from '../db/db.ts'
import { userSettings } from '../db/schema-accounts.ts'
import { companies } from '../db/schema-companies.ts'
import { mediaCompanyLinks, mediaItems } from '../db/schema-photos.ts'
import { readStarterBackgrounds, requireOwnPhotos } from '../photos/slide-photos.ts'
import { readBrand } from './brands.ts'
import { templatePrompt } from '@ninesixteen/shared/slideshow-templates/prompt'
import type { TemplateLayout } from '@ninesixteen/shared/slideshow-templates/model'
import type { NewProject } from './generation-rows.ts'
import { readTemplateOf } from './template-of.ts'

/** A validated request with all data it needs from the user's rows. */
export interface GenerationRequest {
  project: NewProject
  plan: SlideshowPlan
  company: { name: string; description: string } | null
  tone: string
  /** Null for a type without a model. */
  prompt: Prompt | null
  model: string
  companyImages: CompanyImages | null
  /** The brand of the company, with its logo. */
  brand: (Brand & { logoPath: string | null }) | null
  textSize: TextSize
  /** Index of the slide that mentions the company; null for none. */
  softSellSlide: number | null
  /** Whether to use photos of followed blogs as backgrounds, if available. */
  blogPhotos: boolean
  /** Whether to search services for photos of the topic. */
  findsPhotos: boolean
  /** Slides of a custom mode to fill; null to compose slides from scratch. */
  customSlides: Slide[] | null
  /** A template to fill; null without one. */
  template: TemplateLayout | null
}

/** Title of a project without a topic. */
const UNTITLED = 'Custom slideshow'

interface Models {
  model: string
  /** Null for any. */
  allowedModels: readonly string[] | null
}

/** The topic without characters that the database or a prompt can't hold; the wording stays. */
function checkedTopic(request: Pick<GenerateRequest, 'topic'>, needsTopic: boolean): string {
  const topic = request.topic.toWellFormed().replaceAll('\u0000', '').trim()
  if (topic.length > TOPIC_MAX) throw new AppError('TOPIC_TOO_LONG', { length: topic.length, limit: TOPIC_MAX })
  if (topic === '' && needsTopic) throw new AppError('TOPIC_REQUIRED')
  return topic
}

/** A company of the user; throws NOT_FOUND. */
export async function readCompany(tx: Tx, userId: string, id: string | null) {
  if (id === null) return null
  const [company] = await tx
    .select()
    .from(companies)
    .where(and(eq(companies.userId, userId), eq(companies.id, id)))
  if (!company) throw new AppError('NOT_FOUND')
  return company
}

async function readTextSize(tx: Tx, userId: string): Promise<TextSize> {
  const [row] = await tx.select({ textSize: userSettings.textSize }).from(userSettings).where(eq(userSettings.userId, userId))
  return row?.textSize ?? 'standard'
}

/** Number of photos to choose from: far more than a slideshow has slides, from a library of any size. */
const DEALT_FROM = 500

/**
 * Storage paths of background photos: the company's own if there are enough, otherwise all; from large libraries a random sample. Starter photos for a
 * user who has none and shows them.
 */
export function readPhotos(db: Db, userId: string, companyId: string | null): Promise<string[]> {
  return db.asUser(userId, async (tx) => {
    const own = companyId === null ? [] : await samplePhotos(tx, userId, isLinked(companyId))
    const all = own.length >= COMPANY_PHOTOS_MIN ? own : await samplePhotos(tx, userId)
    return backgroundChoices(all, own, all.length > 0 ? [] : await readStarterBackgrounds(tx, userId))
  })
}

function isLinked(companyId: string): SQL {
  return sql`exists (select 1 from ${mediaCompanyLinks} where ${mediaCompanyLinks.mediaItemId} = ${mediaItems.id} and ${mediaCompanyLinks.companyId} = ${companyId})`
}

async function samplePhotos(tx: Tx, userId: string, among?: SQL): Promise<string[]> {
  const { filePath: path, createdAt, id } = mediaItems
  const sampled = tx
    .select({ path, createdAt, id })
    .from(mediaItems)
    .where(and(eq(mediaItems.userId, userId), sql`${path} !~* '\\.gif$'`, among))
    .orderBy(sql`random()`)
    .limit(DEALT_FROM)
    .as('drawn')
  const rows = await tx.select({ path: sampled.path }).from(sampled).orderBy(asc(sampled.createdAt), asc(sampled.id))
  return rows.map((row) => row.path)
}

/** Validates a request and loads what it needs, without writes or calls to a model. */
export async function readGenerationRequest(
  tx: Tx,
  userId: string,
  { request, models }: { request: GenerateRequest; models: Models },
): Promise<GenerationRequest> {
  const template = await readTemplateOf(tx, userId, request)
  const contentType = template?.contentType ?? request.contentType
  const needsTopic = template ? template.slots.some(({ kind }) => kind === 'text') : CONTENT_TYPES[contentType].needsTopic
  const topic = checkedTopic(request, needsTopic)
  const model = requestedModel(models, request.model)
  const customSlides = contentType === 'custom' && !template ? (request.customSlides ?? null) : null
  requireOwnPhotos(userId, customSlides ?? [], 'customSlides')
  const given = template?.slides ?? customSlides
  const count = given && { written: given.length, total: given.length, softSell: false, likeAndFollow: false }
  const company = await readCompany(tx, userId, request.companyId)
  const brand = await readBrand(tx, userId, request.companyId)
  const plan = { ...planSlideshow({ ...request, contentType, topic, brandCloses: brand?.closing.isOn ?? false }), ...count }
  const softSellSlide = plan.softSell && company ? softSellIndex(plan.written) : null
  const brief = {
    contentType,
    topic,
    slides: plan.written,
    tone: request.tone,
    extraContext: request.extraContext,
    company: company && { name: company.name, description: company.description },
    softSellSlide,
    customSlides,
    brand,
  }
  return {
    project: {
      title: cutText(cleanGenerated(topic).replaceAll('\n', ' '), PROJECT_TITLE_MAX) || UNTITLED,
      topic,
      contentType,
      contentStyle: CONTENT_TYPES[contentType].contentStyle,
      companyId: company?.id ?? null,
      slidesWanted: plan.total,
    },
    plan,
    company: company && { name: company.name, description: company.description },
    tone: request.tone,
    prompt: template ? templatePrompt(brief, template) : CONTENT_TYPE_WRITERS[contentType].prompt(brief),
    model,
    // A brand says itself where the logo is.
    companyImages: company && { logoPath: brand ? null : company.logoPath, productPhotoPath: company.productPhotoPath },
    brand: brand && { ...brand, logoPath: company?.logoPath ?? null },
    textSize: request.textSize ?? (await readTextSize(tx, userId)),
    softSellSlide,
    blogPhotos: request.useTumblrPhotos,
    findsPhotos: request.findPhotos ?? false,
    customSlides,
    template,
  }
}
