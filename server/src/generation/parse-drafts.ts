import type { z } from 'zod'
import type { SlideDraft } from '@ninesixteen/shared/content-types/draft'
import { AppError } from '@ninesixteen/shared/errors'
import { knownHooks } from '@ninesixteen/shared/text/near-duplicate'
import type { ChatFinish, ChatPart, ChatUsage } from '../providers/openai/reply.ts'
import { createObjectStream } from './json-object-stream.ts'
import { parseLenientJson } from './lenient-json.ts'
import { salvageSlides } from './salvage-slides.ts'
import { slidesIn, type SlideFields } from './slide-values.ts'

/** Longer than any regular response, in UTF-16 code units. */
const TEXT_MAX = 200_000

/** Facts about a response, up to the point it was read. */
export interface ResponseStats {
  finish: ChatFinish
  usage: ChatUsage | null
  /** The configuration that answered, as the provider names it. */
  fingerprint: string
  /** Whether it contained an array. */
  sawArray: boolean
  /** Objects that weren't valid slides. */
  refused: number
  /** The full text, to count tokens. */
  text: string
}

export interface DraftOptions {
  wanted: number
  /** Keys of one slide, as requested. */
  fields: readonly string[]
  schema: z.ZodType<SlideDraft>
  /** Whether each draft belongs to a slide with instructions of its own: then a duplicate keeps its position. */
  isPositional: boolean
}

/**
 * The slides of a response, each as soon as it is complete, without duplicates. Reads past the last one for the usage report, unless the
 * model doesn't stop. Salvages further slides from the whole text where the stream ended with too few, also when the provider failed midway.
 * `facts` stays current even if the response fails.
 */
export async function* readDrafts(
  parts: AsyncIterable<ChatPart>,
  options: DraftOptions,
  facts: ResponseStats,
): AsyncGenerator<SlideDraft, void> {
  const accepted = createAcceptedDrafts(options)
  let failure: unknown = null
  try {
    for await (const draft of streamedDrafts(parts, options, facts)) {
      if (accepted.isComplete()) return
      if (accepted.add(draft)) yield draft
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'AI_CANCELLED') throw error
    failure = error
  }
  if (!accepted.isComplete()) {
    const isWhole = failure === null && facts.finish === 'stop'
    const salvaged = toDrafts(salvageSlides(facts.text, { ...options, isWhole }), options)
    for (const draft of accepted.after(salvaged)) if (!accepted.isComplete() && accepted.add(draft)) yield draft
  }
  if (failure !== null) throw failure
}

/** The slides that arrive as objects of an array. */
async function* streamedDrafts(
  parts: AsyncIterable<ChatPart>,
  options: DraftOptions,
  facts: ResponseStats,
): AsyncGenerator<SlideDraft, void> {
  const objects = createObjectStream()
  let isFirst = true
  for await (const part of parts) {
    if (part.type === 'end') {
      facts.finish = part.finish
      facts.usage = part.usage
      facts.fingerprint = part.fingerprint
      continue
    }
    facts.text += part.text
    for (const text of objects.push(part.text)) {
      const slides = slidesIn(parseLenientJson(text), options.fields)
      const cover = isFirst ? coverBefore(text, slides[0], facts.text) : null
      isFirst = false
      const drafts = toDrafts(cover ? [cover, ...slides] : slides, options)
      if (drafts.length === 0) facts.refused += 1
      yield* drafts
    }
    facts.sawArray = objects.sawArray
    if (facts.text.length > TEXT_MAX) return
  }
}

/** A list that begins with its first point has its cover as the title beside the array. */
function coverBefore(object: string, first: SlideFields | undefined, answer: string): SlideFields | null {
  if (!/^1[.):]/.test(first?.['title'] ?? '')) return null
  const before = answer.slice(0, answer.indexOf(object))
  const title = /"(?:title|hook|cover|headline)"\s*:\s*("(?:[^"\\]|\\.)*")[^{}]*\[\s*$/i.exec(before)?.[1]
  const text = title === undefined ? undefined : parseLenientJson(title)
  return typeof text === 'string' ? { title: text } : null
}

function toDrafts(slides: readonly SlideFields[], { schema }: DraftOptions): SlideDraft[] {
  return slides.map((slide) => schema.safeParse(slide).data).filter((draft) => draft !== undefined)
}

/** Texts at least this similar are one point told twice; sentences of one pattern, such as those of weekdays, stay below. */
const REPEAT_SIMILARITY = 0.75

function createAcceptedDrafts({ wanted, isPositional }: DraftOptions) {
  const texts: string[] = []
  const known = knownHooks([], REPEAT_SIMILARITY)
  return {
    isComplete: () => texts.length >= wanted,
    /** Returns false for a duplicate. */
    add(draft: SlideDraft): boolean {
      const text = textOf(draft)
      if (!isPositional && known.has(text)) return false
      texts.push(text)
      known.add(text)
      return true
    },
    /** The drafts after the last accepted one. */
    after(drafts: readonly SlideDraft[]): readonly SlideDraft[] {
      return drafts.slice(drafts.findLastIndex((draft) => texts.includes(textOf(draft))) + 1)
    },
  }
}

const textOf = ({ title, description, lines }: SlideDraft): string => [title, description, ...lines].join('\n')

export function emptyStats(): ResponseStats {
  return { finish: 'cut', usage: null, fingerprint: '', sawArray: false, refused: 0, text: '' }
}
