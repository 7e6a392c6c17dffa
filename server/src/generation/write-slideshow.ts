import { randomUUID } from 'node:crypto'
import type { GenerateEvent } from '@ninesixteen/shared/api/generate'
import type { SlidePlace } from '@ninesixteen/shared/content-types/boxes'
import { applyBrand } from '@ninesixteen/shared/brand/apply-brand'
import type { BrandRole } from '@ninesixteen/shared/brand/limits'
import type { NeverWordsReport } from '@ninesixteen/shared/brand/never-words'
import { textRulesOf } from '@ninesixteen/shared/brand/voice'
import { likeAndFollowSlide } from '@ninesixteen/shared/content-types/company-slides'
import { draftReplySchema, slideDraftSchemaIn, type SlideDraft } from '@ninesixteen/shared/content-types/draft'
import { withTextSize } from '@ninesixteen/shared/content-types/text-size'
import { CONTENT_TYPE_WRITERS } from '@ninesixteen/shared/content-types/writers'
import { AppError } from '@ninesixteen/shared/errors'
import { templateDraftSchema } from '@ninesixteen/shared/slideshow-templates/prompt'
import { backdropsFor } from '@ninesixteen/shared/slide/backdrops'
import { photoDeck, type Random } from '@ninesixteen/shared/slide/backgrounds'
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
import { readPhotos, type GenerationRequest } from './generation-request.ts'
import { appendSlide, closeProject, replaceSlide } from './generation-rows.ts'
import { neverWordsIn, replaceNeverWords } from './replace-never-words.ts'
import { outcomeOf, lastEvent, lostEvent, missingSlides } from './generation-outcome.ts'

/** The specification's limits for slide texts. */
const SLIDE_MAX_TOKENS = 1500
const SLIDE_TEMPERATURE = 0.7

const NO_TEXTS: SlideDraft = { title: '', description: '', lines: [] }

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

export interface WritingParts {
  db: Db
  chat: Chat
  random: Random
  /** Photos of followed blogs. */
  backgrounds: BlogBackgrounds
  findBackgrounds: FindBackgrounds
  log: { warn(facts: Record<string, unknown>, text: string): void }
  /** How long a generation waits for an unreachable database, in milliseconds. */
  databaseWaitMs: number
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
  const facts: WritingFacts = { ...emptyStats(), photosNotice: null }
  let failure: AppError | null = null
  const written: Slide[] = []
  let words: NeverWordsReport | null = null
  try {
    for await (const slide of composed(parts, writing, facts)) {
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
  if (signal.aborted && signal.reason instanceof AppError && written.length < order.plan.total) failure = signal.reason
  const ended = await closeInTime(parts, writing, { failure, kept: written.length, words, onWait })
  try {
    await writing.allowance?.settle(facts.usage, facts.text)
  } catch (error) {
    // The reserved tokens count until midnight; the slideshow itself is complete.
    parts.log.warn({ err: error, projectId }, 'Token usage of a generation not settled')
  }
  emit(lastEvent(projectId, ended, { failure, written: written.length, photosNotice: facts.photosNotice }))
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

interface WritingFacts extends ResponseStats {
  photosNotice: string | null
}

interface ChosenPhotos {
  paths: string[]
  /** Why none of them was found, if the user asked for it. */
  notice: string | null
}

/** Found photos, or photos of blogs, if requested and available, otherwise the user's own. */
async function chosenPhotos(parts: WritingParts, userId: string, order: GenerationRequest): Promise<ChosenPhotos> {
  const { companyId, topic } = order.project
  const { random } = parts
  const wanted = { companyId, count: order.plan.total, random }
  const { paths, problem } = order.findsPhotos ? await parts.findBackgrounds(userId, { ...wanted, topic }) : NOT_SEARCHED
  if (paths.length > 0) return { paths, notice: null }
  const notice = problem === null ? null : `${problem} The slides have your own photos or plain backdrops instead.`
  return { paths: await otherPhotos(parts, userId, order), notice }
}

const NOT_SEARCHED = { paths: [], problem: null }

async function otherPhotos(
  { db, backgrounds, random, databaseWaitMs }: WritingParts,
  userId: string,
  order: GenerationRequest,
): Promise<string[]> {
  const { companyId } = order.project
  const found = order.blogPhotos ? await backgrounds(userId, { companyId, count: order.plan.total, random }) : []
  return found.length > 0 ? found : retryUntilAvailable(() => readPhotos(db, userId, companyId), { waitMs: databaseWaitMs })
}

/** Composed slides in order: those with texts as they arrive, then the closing one. */
async function* composed(
  parts: WritingParts,
  { userId, projectId, order, signal }: Writing,
  facts: WritingFacts,
): AsyncGenerator<Slide, void> {
  const { plan, companyImages, brand } = order
  const closing = brand ? { text: brand.closing.text, callToAction: brand.callToAction } : undefined
  // Loads while the model works. Errors surface where the photos are awaited, if ever.
  const dealing = chosenPhotos(parts, userId, order).then(({ paths, notice }) => {
    facts.photosNotice = notice
    return photoDeck(paths, parts.random)
  })
  dealing.catch(() => undefined)
  const backdrops = backdropsFor(projectId, plan.total)
  const position = async (index: number): Promise<SlidePlace> => {
    const background = (await dealing)()
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
  const drafts = request && readDrafts(parts.chat.stream(request, signal), { wanted: order.prompt?.slides ?? 0, schema }, facts)
  const finish = (slide: Slide, role: BrandRole): Slide => {
    const sized = withTextSize(slide, order.textSize)
    return brand ? applyBrand(sized, { brand, role, logoPath: brand.logoPath }) : sized
  }
  const roleAt = (index: number): BrandRole => (index === 0 ? 'hook' : 'point')
  const photo = async () => (await dealing)()
  if (order.template) {
    yield* writeTemplateSlides(order.template, { drafts, photo })
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
      yield finish(compose(draft, await position(index)), roleAt(index))
      index += 1
    }
  } else {
    for (; index < plan.written; index += 1) yield finish(compose(NO_TEXTS, await position(index)), roleAt(index))
  }
  if (plan.likeAndFollow && index === plan.written) yield finish(likeAndFollowSlide(await position(index), closing), 'closing')
}
