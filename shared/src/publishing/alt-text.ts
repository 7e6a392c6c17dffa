import type { Slide } from '../slide/model.ts'

/** Longest description of a picture, in characters. */
export const ALT_TEXT_MAX = 4096

/** Boxes whose tops are nearer than this stand in one line, read from left to right. In units of the slide, of 455 in height. */
const LINE_HEIGHT = 12

type Read = Pick<Slide, 'textBoxes'>

/** A box's words in one line; closed by a full stop where the person set no mark of their own, so that two boxes do not run together. */
function sentence(text: string): string {
  const words = text.replaceAll(/\s+/gu, ' ').trim()
  return words === '' || /[.!?…:;,]$/u.test(words) ? words : `${words}.`
}

/** The slide's own words in the order they are read, as a description for those who do not see it. Empty for a slide without words. */
export function proposeAltText({ textBoxes }: Read): string {
  const inOrder = textBoxes.toSorted((a, b) => Math.floor(a.y / LINE_HEIGHT) - Math.floor(b.y / LINE_HEIGHT) || a.x - b.x)
  const words = inOrder.map(({ text }) => sentence(text)).filter((text) => text !== '')
  return words.join(' ').slice(0, ALT_TEXT_MAX).trim()
}
