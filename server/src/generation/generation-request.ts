import { and, eq } from 'drizzle-orm'
import type { Brand } from '@ninesixteen/shared/brand/model'
import type { CompanyImages } from '@ninesixteen/shared/content-types/boxes'
import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { planSlideshow, softSellIndex, type SlideshowPlan } from '@ninesixteen/shared/content-types/plan'
import type { Prompt } from '@ninesixteen/shared/content-types/prompt'
import type { TextSize } from '@ninesixteen/shared/content-types/text-sizes'
import { CONTENT_TYPE_WRITERS } from '@ninesixteen/shared/content-types/writers'
import type { GenerateRequest } from '@ninesixteen/shared/api/generate'
import { PROJECT_TITLE_MAX, TOPIC_MAX } from '@ninesixteen/shared/api/projects'
import { defaultLook } from '@ninesixteen/shared/looks/allowed-looks'
import { availableLook } from '@ninesixteen/shared/looks/brand-look'
import { FIRST_LOOK, type LookId } from '@ninesixteen/shared/looks/look-ids'
import { AppError } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { cleanGenerated, cutText } from '@ninesixteen/shared/text/rules'
import { requestedModel } from '../connections/own-ai.ts'
import type { Tx } from '../db/db.ts'
import { userSettings } from '../db/schema-accounts.ts'
import { companies } from '../db/schema-companies.ts'
import { requireOwnPhotos } from '../photos/slide-photos.ts'
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
  look: LookId
  /** The look of slides from a template; null for the template's own. */
  templateLook: LookId | null
  /** Scales the texts of Classic. */
  textSize: TextSize
  /** Index of the slide that mentions the company; null for none. */
  softSellSlide: number | null
  /** Whether to use photos of followed blogs as backgrounds, if available. */
  blogPhotos: boolean
  /** Whether to search services for photos; undefined to do so for a library without photos of the user's own. */
  findsPhotos: boolean | undefined
  /** Slides of a custom mode to fill; null to compose slides from scratch. */
  customSlides: Slide[] | null
  /** A template to fill; null without one. */
  template: TemplateLayout | null
  /** Whether photos outside the company are forbidden. */
  isCompanyOnly: boolean
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

export async function readStyle(tx: Tx, userId: string): Promise<{ look: LookId; textSize: TextSize }> {
  const { look, textSize } = userSettings
  const [row] = await tx.select({ look, textSize }).from(userSettings).where(eq(userSettings.userId, userId))
  return row ?? { look: FIRST_LOOK, textSize: 'standard' }
}

/** The looks of composed slides, and of those from a template. */
function looksOf(
  { look }: Pick<GenerateRequest, 'look'>,
  { company, account, brand }: { company: typeof companies.$inferSelect | null; account: LookId; brand: Brand | null },
): Pick<GenerationRequest, 'look' | 'templateLook'> {
  if (look === undefined) {
    const rules = { look: company?.look ?? null, allowed: company?.allowedLooks ?? [] }
    return { look: defaultLook({ ...rules, account, brand }), templateLook: null }
  }
  const available = availableLook(look, brand)
  return { look: available, templateLook: available }
}

/** Validates a request and loads what it needs, without writes or calls to a model. */
export async function readGenerationRequest(
  tx: Tx,
  userId: string,
  { request, models, isCompanyOnly }: { request: GenerateRequest; models: Models; isCompanyOnly: boolean },
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
  const style = await readStyle(tx, userId)
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
    ...looksOf(request, { company, account: style.look, brand }),
    textSize: request.textSize ?? style.textSize,
    softSellSlide,
    blogPhotos: request.useTumblrPhotos,
    findsPhotos: request.findPhotos,
    customSlides,
    template,
    isCompanyOnly,
  }
}
