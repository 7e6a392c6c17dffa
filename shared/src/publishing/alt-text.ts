import { readTexts } from '../slide/box.ts'
import type { Slide } from '../slide/model.ts'

/** Longest description of a picture, in characters. */
export const ALT_TEXT_MAX = 4096

type Read = Pick<Slide, 'textBoxes'>

/** Closed by a full stop where the user set no mark of their own, so that two boxes do not run together. */
function sentence(text: string): string {
  return /[.!?…:;,]$/u.test(text) ? text : `${text}.`
}

/** The slide's own words in the order they are read, as a description for those who do not see it. Empty for a slide without words. */
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
