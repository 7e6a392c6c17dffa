import { findNeverWords, type NeverWordsReport } from '@ninesixteen/shared/brand/never-words'
import { readTexts } from '@ninesixteen/shared/slide/box'
import { setText } from '@ninesixteen/shared/slide/edit-boxes'
import type { Slide, TextBox } from '@ninesixteen/shared/slide/model'
import { REWRITE_TEXTS_MAX } from '@ninesixteen/shared/api/rewrite'
import type { ChatRequest } from '../providers/openai/chat.ts'
import { readRewrite, rewriteCall, type Rewrite } from './rewrite.ts'

interface Words {
  words: readonly string[]
  /** Data of the rewrite besides the texts. */
  context: Pick<Rewrite, 'topic' | 'company' | 'brand' | 'model'> & Pick<Rewrite['request'], 'contentType' | 'tone'>
  /** Texts to leave as they are; their words are reported as remaining. */
  isFixed?: (slideId: string, boxId: string) => boolean
  /** Calls the model; null if it can't be called. */
  ask(request: ChatRequest): Promise<string | null>
}

/** Words of the list in the texts of slides. */
export function neverWordsIn(slides: readonly Slide[], words: readonly string[]): string[] {
  return findNeverWords(slides.flatMap(readTexts).join('\n'), words)
}

/**
 * Rewrites texts with words that the brand never uses, in one request. Returns the changed slides and the outcome; null when there was
 * nothing to replace.
 */
export async function replaceNeverWords(
  slides: readonly Slide[],
  { words, context, ask, isFixed = () => false }: Words,
): Promise<{ changed: Slide[]; report: NeverWordsReport } | null> {
  const found = neverWordsIn(slides, words)
  if (found.length === 0) return null
  const affected = slides
    .map((slide) => onlyTexts(slide, (box) => !isFixed(slide.id, box.id) && findNeverWords(box.text, words).length > 0))
    .filter(({ textBoxes }) => textBoxes.length > 0)
  const texts = await rewritten(affected, { words, context, ask })
  const next = slides.map((slide) =>
    texts.filter(({ slideId }) => slideId === slide.id).reduce((s, { boxId, text }) => setText(s, boxId, text), slide),
  )
  const remained = neverWordsIn(next, words)
  return {
    changed: next.filter((slide, index) => slide !== slides[index]),
    report: { replaced: found.filter((word) => !remained.includes(word)), remained },
  }
}

/** The slide with some of its texts. */
function onlyTexts(slide: Slide, isWanted: (box: TextBox) => boolean): Slide {
  return { ...slide, textBoxes: slide.textBoxes.filter(isWanted) }
}

/** New texts, as far as they have none of the words. */
async function rewritten(
  affected: Slide[],
  { words, context: { contentType, tone, ...context }, ask }: Pick<Words, 'words' | 'context' | 'ask'>,
) {
  let room = REWRITE_TEXTS_MAX
  const [slide, ...further] = affected.filter(({ textBoxes }) => (room -= textBoxes.length) >= 0)
  if (!slide) return []
  const request = {
    contentType,
    tone,
    slide,
    further,
    target: { kind: 'slides' as const },
    how: 'avoid' as const,
    neighbours: [],
    language: '',
  }
  const rewrite: Rewrite = { ...context, request }
  const content = await ask(rewriteCall(rewrite))
  const reply = content === null ? null : readRewrite(content, rewrite)
  return reply?.texts.filter(({ text }) => findNeverWords(text, words).length === 0) ?? []
}
