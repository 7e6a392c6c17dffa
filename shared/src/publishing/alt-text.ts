import { readTexts } from '../slide/box.ts'
import type { Slide } from '../slide/model.ts'

/** Maximum length of an image description, in characters. */
export const ALT_TEXT_MAX = 4096

type Read = Pick<Slide, 'textBoxes'>

/** Adds a full stop where the text ends without punctuation, so that two boxes don't run together. */
function sentence(text: string): string {
  return /[.!?…:;,]$/u.test(text) ? text : `${text}.`
}

/** The slide's texts in reading order, as a description for screen readers. Empty for a slide without text. */
export function proposeAltText(slide: Read): string {
  return readTexts(slide).map(sentence).join(' ').slice(0, ALT_TEXT_MAX).trim()
}

type Described = Read & Pick<Slide, 'id'>

/**
 * The alt texts of a post that takes over edited slides: what the user wrote for a slide stays with it, and every other slide gets
 * its proposal. A text that equals the proposal for the earlier slide was not written by the user.
 */
export function refreshAltTexts(
  altTexts: readonly (string | undefined)[],
  before: readonly Described[],
  after: readonly Described[],
): string[] {
  const written = new Map<string, string>()
  for (const [index, slide] of before.entries()) {
    const text = altTexts[index]
    if (text !== undefined && text !== proposeAltText(slide)) written.set(slide.id, text)
  }
  return after.map((slide) => written.get(slide.id) ?? proposeAltText(slide))
}
