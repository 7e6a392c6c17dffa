import { randomUUID } from 'node:crypto'
import type { GenerateEvent } from '@ninesixteen/shared/api/generate'
import type { SlidePlace } from '@ninesixteen/shared/content-types/boxes'
import { likeAndFollowSlide } from '@ninesixteen/shared/content-types/company-slides'
import { draftReplySchema, type SlideDraft } from '@ninesixteen/shared/content-types/draft'
import { withTextSize } from '@ninesixteen/shared/content-types/text-size'
import { CONTENT_TYPE_WRITERS } from '@ninesixteen/shared/content-types/writers'
import { AppError } from '@ninesixteen/shared/errors'
import { backdropsFor } from '@ninesixteen/shared/slide/backdrops'
import { photoDeck, type Random } from '@ninesixteen/shared/slide/backgrounds'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { BlogBackgrounds } from '../connections/backgrounds.ts'
import type { Db } from '../db/db.ts'
import { retryUntilAvailable } from '../db/retry-until-available.ts'
import { outageError } from '../storage/outage-error.ts'
import { chatMessages, type Chat, type ChatRequest } from '../providers/openai/chat.ts'
import type { Allowance } from './ai-quota.ts'
import { fillCustomSlides } from './custom-slides.ts'
import { emptyStats, readDrafts, type ResponseStats } from './parse-drafts.ts'
import { readPhotos, type GenerationRequest } from './generation-request.ts'
import { appendSlide, closeProject } from './generation-rows.ts'
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
  log: { warn(facts: Record<string, unknown>, text: string): void }
  /** How long a generation waits for an unreachable database, in milliseconds. */
  databaseWaitMs: number
}

export interface Writing {
  userId: string
  projectId: string
  order: GenerationRequest
  allowance: Allowance | null
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
  let failure: AppError | null = null
  let kept = 0
  try {
    for await (const slide of composed(parts, writing, facts)) {
      const saved = { projectId, number: kept + 1, slide }
      const isSaved = await retryUntilAvailable(() => appendSlide(parts.db, userId, saved), {
        waitMs: parts.databaseWaitMs,
        signal,
        onWait,
      })
      if (!isSaved) throw new AppError('AI_CANCELLED')
      emit({ type: 'slide', index: kept, slide })
      kept += 1
    }
    if (kept < order.plan.total) failure = missingSlides(facts.finish, { kept, wanted: order.plan.total })
  } catch (thrown) {
    // Errors of our own or of the database are logged, and the user gets INTERNAL.
    failure = thrown instanceof AppError ? thrown : (outageError(thrown) ?? new AppError('INTERNAL', {}, { cause: thrown }))
  }
  if (signal.aborted && signal.reason instanceof AppError && kept < order.plan.total) failure = signal.reason
  const ended = await closeInTime(parts, writing, { failure, kept, onWait })
  try {
    await writing.allowance?.settle(facts.usage, facts.text)
  } catch (error) {
    // The reserved tokens count until midnight; the slideshow itself is complete.
    parts.log.warn({ err: error, projectId }, 'Token usage of a generation not settled')
  }
  emit(lastEvent(projectId, ended, { failure, written: kept }))
  return failure
}

/** If the database stays away, the project remains open: the page gets the number of saved slides, and the caller closes it later. */
async function closeInTime(
  { db, databaseWaitMs }: WritingParts,
  writing: Writing,
  { failure, kept, onWait }: { failure: AppError | null; kept: number; onWait: () => void },
) {
  const { userId, projectId, order, send: emit } = writing
  try {
    return await retryUntilAvailable(() => closeProject(db, userId, { projectId, outcome: outcomeOf(failure) }), {
      waitMs: databaseWaitMs,
      onWait,
    })
  } catch (error) {
    emit(lostEvent({ written: kept, wanted: order.plan.total }))
    throw error
  }
}

/** Photos of blogs if requested and available, otherwise the user's own. */
async function chosenPhotos(
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
  facts: ResponseStats,
): AsyncGenerator<Slide, void> {
  const { plan, companyImages } = order
  // Loads while the model works. Errors surface where the photos are awaited, if ever.
  const dealing = chosenPhotos(parts, userId, order).then((photos) => photoDeck(photos, parts.random))
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
  const drafts = request && readDrafts(parts.chat.stream(request, signal), order.prompt?.slides ?? 0, facts)
  if (order.customSlides) {
    const photo = async () => (await dealing)()
    yield* fillCustomSlides(order.customSlides, { drafts, photo, backdrops, newId: randomUUID, textSize: order.textSize })
    return
  }
  let index = 0
  if (drafts) {
    for await (const draft of drafts) {
      yield withTextSize(compose(draft, await position(index)), order.textSize)
      index += 1
    }
  } else {
    for (; index < plan.written; index += 1) yield withTextSize(compose(NO_TEXTS, await position(index)), order.textSize)
  }
  if (plan.likeAndFollow && index === plan.written) yield withTextSize(likeAndFollowSlide(await position(index)), order.textSize)
}
