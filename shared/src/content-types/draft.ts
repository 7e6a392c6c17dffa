import { z } from 'zod'
import type { TextRules } from '../brand/voice.ts'
import { applyTextRules, cleanGenerated, cutText } from '../text/rules.ts'

/** Fields of the JSON a model writes for one slide. */
export const DRAFT_FIELDS = ['title', 'description', 'textBox1', 'textBox2', 'textBox3', 'textBox4', 'textBox5'] as const
export type DraftField = (typeof DRAFT_FIELDS)[number]

/** Fields about how a slide looks, beside its texts. */
export const HINT_FIELDS = ['emphasis', 'photo'] as const
/** Longest of each, in UTF-16 code units; more is none. */
const HINT_MAX = 60

/** A field longer than this is no slide text: the slide is refused. */
export const FIELD_MAX = 4000
/** Capacity of a slide at the smallest font, in UTF-16 code units; longer texts are cut at a word. */
const KEPT_MAX = {
  title: 160,
  description: 400,
  textBox1: 200,
  textBox2: 200,
  textBox3: 200,
  textBox4: 200,
  textBox5: 200,
} as const satisfies Record<DraftField, number>

const field = z.string().max(FIELD_MAX).nullish()

const replySchema = z.object({
  title: field,
  description: field,
  textBox1: field,
  textBox2: field,
  textBox3: field,
  textBox4: field,
  textBox5: field,
  // A wrong hint costs no slide.
  emphasis: field.catch(null),
  photo: field.catch(null),
})

const hint = (text: string): string => (text.length > HINT_MAX ? '' : text)

/** A slide as a model writes it. Other keys are dropped; texts are cleaned, cut and adapted to a voice. */
export const slideDraftSchemaIn = (rules: TextRules) =>
  replySchema
    .transform((raw): SlideDraft => {
      const text = (name: DraftField) => cutText(rules(cleanGenerated(raw[name] ?? '')), KEPT_MAX[name])
      return {
        title: text('title'),
        description: text('description'),
        lines: [text('textBox1'), text('textBox2'), text('textBox3'), text('textBox4'), text('textBox5')].filter((line) => line !== ''),
        emphasis: hint(rules(cleanGenerated(raw.emphasis ?? ''))),
        photo: hint(cleanGenerated(raw.photo ?? '')),
      }
    })
    .refine((draft) => draft.title !== '' || draft.description !== '' || draft.lines.length > 0, 'A slide without a text')

/** The same in the product's own voice. */
export const slideDraftSchema = slideDraftSchemaIn(applyTextRules)

/** Cleaned texts of one slide, before they have a place. */
export interface SlideDraft {
  title: string
  description: string
  /** textBox1 to textBox5 without the empty ones. */
  lines: string[]
  /** Words of the first text to emphasise; empty for none. */
  emphasis: string
  /** Two or three words of what the slide's photo shows, in English; empty for none. */
  photo: string
}

export const NO_TEXTS: SlideDraft = { title: '', description: '', lines: [], emphasis: '', photo: '' }

/** JSON Schema of a reply with one list, in the strict subset: every property required, optional ones nullable, no further properties. */
export function listReplySchema(list: string, properties: Record<string, object>): Record<string, unknown> {
  const items = { type: 'object', additionalProperties: false, required: Object.keys(properties), properties }
  return { type: 'object', additionalProperties: false, required: [list], properties: { [list]: { type: 'array', items } } }
}

export function draftReplySchema(fields: readonly string[]): Record<string, unknown> {
  const properties = fields.map((name) => [name, { type: name === 'title' ? 'string' : ['string', 'null'] }])
  return listReplySchema('slides', Object.fromEntries(properties))
}
