import { readTexts } from '../slide/box.ts'
import { ALT_TEXT_MAX } from '../slide/limits.ts'
import type { Slide } from '../slide/model.ts'

/** Adds a full stop where the text ends without punctuation, so that two boxes don't run together. */
function sentence(text: string): string {
  return /[.!?…:;,]$/u.test(text) ? text : `${text}.`
}

/** The slide's texts in reading order, as a description for screen readers. Empty for a slide without text. */
export function altTextFromTexts(slide: Pick<Slide, 'textBoxes'>): string {
  return readTexts(slide).map(sentence).join(' ').slice(0, ALT_TEXT_MAX).trim()
}

/** The description of a slide in a post, of at most `most` characters: its alt text or, without one, its texts. */
export function proposeAltText(slide: Pick<Slide, 'textBoxes' | 'altText'>, most = ALT_TEXT_MAX): string {
  return (slide.altText?.trim() || altTextFromTexts(slide)).slice(0, most)
}

type Described = Pick<Slide, 'id' | 'textBoxes' | 'altText'>

/** The previous and new slides of a post, and the platform's limit for descriptions. */
interface SlideChange {
  before: readonly Described[]
  after: readonly Described[]
  most?: number
}

/**
 * The alt texts of a post that takes over edited slides: a text that the user wrote in the post stays with its slide, and every other slide
 * gets its proposal. A text that equals the proposal for the earlier slide was not written by the user.
 */
export function refreshAltTexts(altTexts: readonly (string | undefined)[], { before, after, most }: SlideChange): string[] {
  const written = new Map<string, string>()
  for (const [index, slide] of before.entries()) {
    const text = altTexts[index]
    if (text !== undefined && text !== proposeAltText(slide, most)) written.set(slide.id, text)
  }
  return after.map((slide) => written.get(slide.id) ?? proposeAltText(slide, most))
}
