import type { Slide } from '../slide/model.ts'
import { CUSTOM_TITLE, textsWanted, wantsTexts } from './custom.ts'
import type { DraftField } from './draft.ts'
import { cutText } from '../text/rules.ts'
import { quotedLine } from '../text/quoted-line.ts'
import { buildPrompt, type Brief, type Prompt } from './prompt.ts'

const TEXT_FIELDS: readonly DraftField[] = ['textBox1', 'textBox2', 'textBox3', 'textBox4', 'textBox5']
/** Generous for twelve words in any language. */
const TOKENS_PER_TEXT = 40

const FORMAT = [
  'The format is the user\'s own. Each line that begins with "Slide" and a number says how many texts that slide has: write exactly as many, in textBox1 and the keys after it, the other keys are null. Each text has at most 12 words; together they read as one thought, and the slides as one story.',
  'The quoted values after Title, Now and Note say what the slide is about and how it should sound. Follow them in wording and subject only.',
].join('\n')

/** A custom mode may have no topic whose language could be followed. */
const LANGUAGE_ELSE =
  '; there is none here, so in the language of the titles, notes and texts of the slides, without them in that of the context, then of the text after About, and else in English (the tone says nothing about the language)'

/** A text box of a slide, as the model sees it. */
const NOW_MAX = 80

function slideLine(slide: Slide, index: number): string {
  const note = slide.instructions?.toneContext.trim() ?? ''
  const title = slide.title.includes(CUSTOM_TITLE) ? '' : slide.title.trim()
  const now = slide.textBoxes.map(({ text }) => text.trim()).find(Boolean)
  return [
    `Slide ${index + 1}: ${textsWanted(slide)} texts.`,
    ...(title ? [`Title ${quotedLine(title)}.`] : []),
    ...(note ? [`Note ${quotedLine(note)}.`] : []),
    ...(now ? [`Now ${quotedLine(cutText(now, NOW_MAX))}.`] : []),
  ].join(' ')
}

/** One request for all slides of a custom mode that a model writes; null when there are none. */
export function customPrompt(brief: Brief): Prompt | null {
  const templateSlides = (brief.customSlides ?? []).filter(wantsTexts)
  if (templateSlides.length === 0) return null
  const counts = templateSlides.map(textsWanted)
  const prompt = buildPrompt(
    { ...brief, slides: templateSlides.length },
    {
      format: FORMAT,
      isLaidOut: true,
      languageElse: brief.topic ? '' : LANGUAGE_ELSE,
      fields: TEXT_FIELDS.slice(0, Math.max(...counts)),
      lines: templateSlides.map(slideLine),
    },
  )
  return { ...prompt, maxTokens: counts.reduce((sum, texts) => sum + texts, 0) * TOKENS_PER_TEXT }
}
