import { randomUUID } from 'node:crypto'
import type { GenerateEvent } from '@ninesixteen/shared/api/generate'
import type { SlidePlace } from '@ninesixteen/shared/content-types/boxes'
import { applyBrand } from '@ninesixteen/shared/brand/apply-brand'
import type { BrandRole } from '@ninesixteen/shared/brand/limits'
import type { NeverWordsReport } from '@ninesixteen/shared/brand/never-words'
import { textRulesOf } from '@ninesixteen/shared/brand/voice'
import { likeAndFollowSlide } from '@ninesixteen/shared/content-types/company-slides'
import { draftReplySchema, NO_TEXTS, slideDraftSchemaIn } from '@ninesixteen/shared/content-types/draft'
import { withTextSize } from '@ninesixteen/shared/content-types/text-size'
import { CLASSIC } from '@ninesixteen/shared/looks/look-ids'
import type { SlideRole } from '@ninesixteen/shared/looks/look'
import type { PhotoMap } from '@ninesixteen/shared/photos/photo-map'
import { CONTENT_TYPE_WRITERS } from '@ninesixteen/shared/content-types/writers'
import { AppError } from '@ninesixteen/shared/errors'
import { templateDraftSchema } from '@ninesixteen/shared/slideshow-templates/prompt'
import { backdropsFor } from '@ninesixteen/shared/slide/backdrops'
import type { Random } from '@ninesixteen/shared/slide/backgrounds'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { BlogBackgrounds } from '../connections/backgrounds.ts'
import type { FindBackgrounds } from '../photos/found-backgrounds.ts'
import type { Db } from '../db/db.ts'
import { retryUntilAvailable } from '../db/retry-until-available.ts'
import { outageError } from '../storage/outage-error.ts'
import { chatMessages, type Chat, type ChatRequest } from '../providers/openai/chat.ts'
import type { Allowance } from './ai-quota.ts'
import { fillCustomSlides } from './custom-slides.ts'
import { isFixedIn, writeTemplateSlides } from './template-slides.ts'
import { emptyStats, readDrafts, type ResponseStats } from './parse-drafts.ts'
import type { GenerationRequest } from './generation-request.ts'
import { appendSlide, closeProject, replaceSlide } from './generation-rows.ts'
import { inLook, inLookOfTemplate, showsPhotos, slideRole } from './look-of-slide.ts'
import { prepareSlideshowPhotos, type SlideshowPhotos } from './slideshow-photos.ts'
import { neverWordsIn, replaceNeverWords } from './replace-never-words.ts'
import { outcomeOf, lastEvent, lostEvent, missingSlides } from './generation-outcome.ts'

/** The specification's limits for slide texts. */
const SLIDE_MAX_TOKENS = 1500
const SLIDE_TEMPERATURE = 0.7

/** The model request for an order; null if no model is needed. */
export function chatRequest(order: GenerationRequest): ChatRequest | null {
  const { prompt } = order
  return (
    prompt && {
      model: order.model,
      messages: chatMessages(prompt.system, prompt.user),
      maxTokens: Math.max(SLIDE_MAX_TOKENS, prompt.maxTokens),
      temperature: SLIDE_TEMPERATURE,
      reply: { name: 'slideshow', schema: draftReplySchema(prompt.fields) },
    }
  )
}

/** The sandbox answers with it when it doesn't know a topic. */
const GENERAL_FINGERPRINT = 'fp_sandbox_general'

export interface WritingParts {
  db: Db
  chat: Chat
  random: Random
  /** Photos of followed blogs. */
  backgrounds: BlogBackgrounds
  findBackgrounds: FindBackgrounds
  /** Maps of the user's photos and of starter photos; those that take too long are left out. */
  photoMaps(userId: string, paths: readonly string[]): Promise<Map<string, PhotoMap>>
  log: { warn(facts: Record<string, unknown>, text: string): void }
  /** How long a generation waits for an unreachable database, in milliseconds. */
  databaseWaitMs: number
  /** How long a slide waits for a photo that the user did not ask to search, in milliseconds. */
  photoWaitMs: number
}

export interface Writing {
  userId: string
  projectId: string
  order: GenerationRequest
  allowance: Allowance | null
  /** Reserves a further call to the model. Throws when the quota is exceeded. */
  admit(request: ChatRequest): Promise<Allowance>
  signal: AbortSignal
  send(event: GenerateEvent): void
}

/**
 * Generates a slideshow into its project, slide by slide. Ends with a `done` or `error` event and a closed project; provider errors don't
 * throw.
 */
export async function writeSlideshow(parts: WritingParts, writing: Writing): Promise<AppError | null> {
  const { userId, projectId, order, signal, send: emit } = writing
  const onWait = () => parts.log.warn({ projectId }, 'Generation is waiting for the database')
  const facts = emptyStats()
  const photos = prepareSlideshowPhotos(parts, { userId, projectId, request: order })
  let failure: AppError | null = null
  const written: Slide[] = []
  let words: NeverWordsReport | null = null
  try {
    for await (const slide of composed(parts, writing, { facts, photos })) {
      const saved = { projectId, number: written.length + 1, slide }
      const isSaved = await retryUntilAvailable(() => appendSlide(parts.db, userId, saved), {
        waitMs: parts.databaseWaitMs,
        signal,
        onWait,
      })
      if (!isSaved) throw new AppError('AI_CANCELLED')
      written.push(slide)
      emit({ type: 'slide', index: written.length - 1, slide })
    }
    words = await replaceWords(parts, writing, written)
    if (written.length < order.plan.total) failure = missingSlides(facts.finish, { kept: written.length, wanted: order.plan.total })
  } catch (thrown) {
    // Errors of our own or of the database are logged, and the user gets INTERNAL.
    failure = thrown instanceof AppError ? thrown : (outageError(thrown) ?? new AppError('INTERNAL', {}, { cause: thrown }))
    const remained = neverWordsIn(written, order.brand?.neverWords ?? [])
    if (remained.length > 0) words = { replaced: [], remained }
  }
  photos.close()
  if (signal.aborted && signal.reason instanceof AppError && written.length < order.plan.total) failure = signal.reason
  const ended = await closeInTime(parts, writing, { failure, kept: written.length, words, onWait })
  try {
    await writing.allowance?.settle(facts.usage, facts.text)
  } catch (error) {
    // The reserved tokens count until midnight; the slideshow itself is complete.
    parts.log.warn({ err: error, projectId }, 'Token usage of a generation not settled')
  }
  const fitsAnyTopic = facts.fingerprint === GENERAL_FINGERPRINT
  emit(lastEvent(projectId, ended, { failure, written: written.length, photosNotice: photos.notice(), fitsAnyTopic }))
  return failure
}

/** Takes out of the saved slides what the brand never says, in one further request; the words stay if it is refused or fails. */
async function replaceWords(parts: WritingParts, writing: Writing, slides: readonly Slide[]): Promise<NeverWordsReport | null> {
  const { userId, projectId, order, signal, send: emit } = writing
  const { brand, company, model, tone, project } = order
  if (!brand) return null
  const replaced = await replaceNeverWords(slides, {
    words: brand.neverWords,
    ...(order.template && { isFixed: isFixedIn(order.template) }),
    context: { topic: project.topic, contentType: project.contentType, company, brand, model, tone },
    ask: (request) => askOnce(parts, writing, request),
  })
  for (const slide of replaced?.changed ?? []) {
    const index = slides.findIndex(({ id }) => id === slide.id)
    const save = () => replaceSlide(parts.db, userId, { projectId, number: index + 1, slide })
    if (!(await retryUntilAvailable(save, { waitMs: parts.databaseWaitMs, signal }))) throw new AppError('AI_CANCELLED')
    emit({ type: 'slide', index, slide })
  }
  return replaced?.report ?? null
}

/** The content of one response within the quota; null if it is refused or fails. */
async function askOnce({ chat, log }: WritingParts, { admit, signal, projectId }: Writing, request: ChatRequest): Promise<string | null> {
  try {
    const allowance = await admit(request)
    try {
      const { content, usage } = await chat.complete(request, signal)
      await allowance.settle(usage, content)
      return content
    } finally {
      await allowance.settle(null, '')
    }
  } catch (error) {
    if (signal.aborted) throw error
    log.warn({ err: error, projectId }, 'Words of the brand could not be replaced')
    return null
  }
}

/** If the database stays away, the project remains open: the page gets the number of saved slides, and the caller closes it later. */
async function closeInTime(
  { db, databaseWaitMs }: WritingParts,
  writing: Writing,
  { failure, kept, words, onWait }: { failure: AppError | null; kept: number; words: NeverWordsReport | null; onWait: () => void },
) {
  const { userId, projectId, order, send: emit } = writing
  try {
    return await retryUntilAvailable(() => closeProject(db, userId, { projectId, outcome: outcomeOf(failure), words }), {
      waitMs: databaseWaitMs,
      onWait,
    })
  } catch (error) {
    emit(lostEvent({ written: kept, wanted: order.plan.total }))
    throw error
  }
}

/** Composed slides in order: those with texts as they arrive, then the closing one. */
async function* composed(
  parts: WritingParts,
  { userId, projectId, order, signal }: Writing,
  { facts, photos }: { facts: ResponseStats; photos: SlideshowPhotos },
): AsyncGenerator<Slide, void> {
  const { plan, companyImages, brand } = order
  const closing = brand ? { text: brand.closing.text, callToAction: brand.callToAction } : undefined
  const backdrops = backdropsFor(projectId, plan.total)
  const isPhotoShown = showsPhotos(order.look)
  const position = async (index: number, words = ''): Promise<SlidePlace> => {
    const background = isPhotoShown ? await photos.next(words) : null
    return {
      index,
      written: plan.written,
      softSell: index === order.softSellSlide,
      companyImages,
      background,
      backdrop: background === null ? backdrops[index] : undefined,
      newId: randomUUID,
    }
  }
  const { compose } = CONTENT_TYPE_WRITERS[plan.contentType]
  const request = chatRequest(order)
  const rules = textRulesOf(brand)
  const schema = order.template ? templateDraftSchema(rules, order.prompt?.fields ?? []) : slideDraftSchemaIn(rules)
  const reading = {
    wanted: order.prompt?.slides ?? 0,
    fields: order.prompt?.fields ?? [],
    schema,
    isPositional: order.template !== null || order.customSlides !== null,
  }
  const drafts = request && readDrafts(parts.chat.stream(request, signal), reading, facts)
  const finish = (slide: Slide, role: BrandRole): Slide => {
    const branded = brand ? applyBrand(slide, { brand, role, logoPath: brand.logoPath }) : slide
    return withTextSize(branded, order.textSize)
  }
  const styled = async (
    slide: Slide,
    { role, index, emphasis = '' }: { role: SlideRole; index: number; emphasis?: string },
  ): Promise<Slide> => {
    if (order.look === CLASSIC) return finish(slide, role === 'closing' ? 'closing' : roleAt(index))
    const path = slide.backgroundImage
    const map = path === null ? null : ((await parts.photoMaps(userId, [path])).get(path) ?? null)
    return inLook(slide, { request: order, role, index, emphasis, map })
  }
  const roleAt = (index: number): BrandRole => (index === 0 ? 'hook' : 'point')
  const photo = (words = '') => photos.next(words)
  if (order.template) {
    yield* inLookOfTemplate(writeTemplateSlides(order.template, { drafts, photo }), {
      look: order.templateLook,
      brand,
      template: order.template.slides,
      photoMaps: (paths) => parts.photoMaps(userId, paths),
    })
    return
  }
  if (order.customSlides) {
    yield* fillCustomSlides(order.customSlides, {
      drafts,
      photo,
      backdrops,
      newId: randomUUID,
      finish: (slide, index) => finish(slide, roleAt(index)),
    })
    return
  }
  let index = 0
  if (drafts) {
    for await (const draft of drafts) {
      const slide = compose(draft, await position(index, draft.photo))
      yield styled(slide, { role: slideRole(plan.contentType, index), index, emphasis: draft.emphasis })
      index += 1
    }
  } else {
    for (; index < plan.written; index += 1) yield finish(compose(NO_TEXTS, await position(index)), roleAt(index))
  }
  if (plan.likeAndFollow && index === plan.written) {
    yield styled(likeAndFollowSlide(await position(index), closing), { role: 'closing', index })
  }
}
