import { z } from 'zod'
import { CONTENT_TYPE_IDS } from '../content-types/ids.ts'
import { slidesSchema, type Slide } from '../slide/model.ts'
import { MAX_BOXES, MAX_SLIDES } from '../slide/limits.ts'
import { columnOf } from '../text/column-of.ts'
import { BACKGROUND_REF, SLIDESHOW_TEMPLATE_NAME_MAX, SLOT_NAME_MAX, RESERVED_COLUMNS } from './limits.ts'

/** A place for a new text or photo. All else of a template's slides is fixed. */
export const templateSlotSchema = z.object({
  slideId: z.string().min(1).max(64),
  /** The id of a box, or BACKGROUND_REF. */
  ref: z.string().min(1).max(64),
  kind: z.enum(['text', 'photo']),
  name: z.string().trim().min(1).max(SLOT_NAME_MAX),
})
export type TemplateSlot = z.infer<typeof templateSlotSchema>

/** The slides of a template with their slots. */
export interface TemplateLayout {
  slides: readonly Slide[]
  slots: readonly TemplateSlot[]
}

function hasBox(slides: readonly Slide[], { slideId, ref, kind }: TemplateSlot): boolean {
  const slide = slides.find(({ id }) => id === slideId)
  if (!slide) return false
  if (kind === 'text') return slide.textBoxes.some(({ id }) => id === ref)
  return ref === BACKGROUND_REF || slide.imageBoxes.some(({ id }) => id === ref)
}

/** The name of a text slot that another one or a column has already; null without one. */
export function repeatedName(slots: readonly TemplateSlot[]): string | null {
  const taken = new Set(RESERVED_COLUMNS)
  for (const { kind, name } of slots) {
    if (kind !== 'text') continue
    if (taken.has(columnOf(name))) return name
    taken.add(columnOf(name))
  }
  return null
}

const templateFields = {
  name: z.string().trim().min(1).max(SLIDESHOW_TEMPLATE_NAME_MAX),
  /** Null: offered for every company. */
  companyId: z.uuid().nullable(),
  contentType: z.enum(CONTENT_TYPE_IDS),
  slides: slidesSchema,
  slots: z.array(templateSlotSchema).max(MAX_SLIDES * (2 * MAX_BOXES + 1)),
}

export const newSlideshowTemplateSchema = z
  .object(templateFields)
  .refine(({ slides, slots }) => slots.every((slot) => hasBox(slides, slot)), { path: ['slots'], message: 'A slot needs its box' })
  .refine(({ slots }) => new Set(slots.map(({ slideId, ref }) => `${slideId} ${ref}`)).size === slots.length, {
    path: ['slots'],
    message: 'A box has one slot',
  })

export const slideshowTemplateSchema = z.object({
  ...templateFields,
  id: z.uuid(),
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
})
export type SlideshowTemplate = z.infer<typeof slideshowTemplateSchema>
