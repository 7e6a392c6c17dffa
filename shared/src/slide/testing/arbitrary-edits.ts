import fc from 'fast-check'
import type { Edit, SlideDocument } from '../edit.ts'
import { FONT_IDS } from '../fonts.ts'
import { FORMATS } from '../formats.ts'
import { numberSlides } from '../number-slides.ts'
import { imageBoxSchema, slideSchema, TEXT_ALIGNMENTS, TEXT_STYLES, textBoxSchema } from '../model.ts'
import type { Backdrop, PhotoEffects, PhotoPlacement } from '../model.ts'
import { LOGO_REF } from '../box.ts'
import { newShapeBox } from '../new-box.ts'

const PATH = 'user-1/1700000000000_abc.jpg'
const slideId = fc.constantFrom('s1', 's2', 's3', 's4', 's5')
const boxId = fc.constantFrom('b1', 'b2', 'b3', 'i1', 'h1', 'h2', LOGO_REF)
const number = fc.double({ min: -3000, max: 3000, noNaN: true })
const path = fc.option(fc.constantFrom(PATH, 'user-1/1700000000001_def.png'), { nil: null })
const refs = fc.uniqueArray(boxId, { minLength: 1, maxLength: 3 })
const slideIds = fc.uniqueArray(slideId, { minLength: 1, maxLength: 5 })
const frame = fc.record({ x: number, y: number, width: number, height: number, fontSize: number }, { requiredKeys: [] })

const color = fc.constantFrom('#ff0033', '#00c853')
const orNone = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const shadow = fc.constantFrom(
  { color: '#000000', opacity: 0.5, x: 0, y: 1, blur: 3 },
  { color: '#ffffff', opacity: 1, x: 2, y: 2, blur: 0 },
)

/** Some fields of a text's look, some of them taken away. */
const textStyling = fc.record(
  {
    fontSize: number,
    fontWeight: fc.constantFrom(400, 800),
    color: fc.constantFrom('white', '#ff0033'),
    textColor: orNone(color),
    outlineColor: orNone(color),
    noOutline: orNone(fc.boolean()),
    highlightColor: orNone(color),
    font: orNone(fc.constantFrom(...FONT_IDS)),
    italic: orNone(fc.boolean()),
    uppercase: orNone(fc.boolean()),
    align: orNone(fc.constantFrom(...TEXT_ALIGNMENTS)),
    lineHeight: orNone(number),
    letterSpacing: orNone(number),
    rotation: orNone(number),
    opacity: orNone(number),
    shadow: orNone(shadow),
  },
  { requiredKeys: [] },
)

const stroke = fc.constantFrom({ color: '#ff0033', width: 2 }, { color: '#ffffff', width: 0.25 })

/** Some fields of the look of images, shapes and layers, some of them taken away. */
const boxStyling = fc.record(
  {
    name: orNone(fc.constantFrom('Panel', 'Cup')),
    locked: orNone(fc.boolean()),
    hidden: orNone(fc.boolean()),
    rotation: orNone(number),
    opacity: orNone(number),
    shadow: orNone(shadow),
    crop: orNone(fc.constantFrom({ x: 0, y: 0.25, width: 1, height: 0.5 }, { x: 0.1, y: 0.1, width: 0.8, height: 0.8 })),
    flip: orNone(fc.boolean()),
    radius: orNone(number),
    border: orNone(stroke),
    fill: orNone(color),
    stroke: orNone(stroke),
  },
  { requiredKeys: [] },
)

const shape = fc.constantFrom('rectangle', 'ellipse', 'line', 'arrow', 'bubble', 'progress')

const slideStyling = fc.record(
  {
    backdrop: orNone(
      fc.constantFrom<Backdrop>({ kind: 'plain', color: '#102030' }, { kind: 'gradient', from: '#102030', to: '#ffaa00', angle: 45 }),
    ),
    photoPlacement: orNone(
      fc.constantFrom<PhotoPlacement>(
        { fit: 'fill', x: 0.5, y: 0.2, zoom: 2, flip: false, turns: 0 },
        { fit: 'blur', x: 0, y: 1, zoom: 1, flip: true, turns: 3 },
      ),
    ),
    altText: orNone(fc.constantFrom('A street', 'Two cups')),
    photoEffects: orNone(fc.constantFrom<PhotoEffects>({ blur: 3 }, { filter: 'mono', tint: { color: '#ff0000', amount: 4 } })),
  },
  { requiredKeys: [] },
)

const arbitraryAction = fc.oneof(
  fc.record({ type: fc.constant('set-title' as const), title: fc.string({ maxLength: 400 }) }),
  fc.record({ type: fc.constant('set-text' as const), slideId, boxId, text: fc.string({ unit: 'grapheme', maxLength: 40 }) }),
  fc.record({ type: fc.constant('set-text' as const), slideId, boxId, text: fc.constant('🎉'.repeat(1500)) }),
  fc.record({
    type: fc.constant('set-frames' as const),
    slideId,
    frames: fc.dictionary(boxId, frame, { maxKeys: 3, noNullPrototype: true }),
  }),
  fc.record({ type: fc.constant('move-boxes' as const), slideId, refs, dx: number, dy: number }),
  fc.record({ type: fc.constant('delete-boxes' as const), slideId, refs }),
  fc.record({
    type: fc.constant('add-boxes' as const),
    slideId,
    textBoxes: fc.array(
      fc.record({ id: boxId, x: number, width: number }).map((box) => ({ ...textBoxSchema.parse({ id: box.id }), ...box })),
      { maxLength: 45 },
    ),
    imageBoxes: fc.array(
      fc.record({ id: boxId, y: number }).map((box) => ({ ...imageBoxSchema.parse({ id: box.id, imageUrl: PATH }), ...box })),
      { maxLength: 3 },
    ),
    shapeBoxes: fc.array(
      fc.record({ id: boxId, x: number, shape }).map((box) => newShapeBox(box.id, box.shape, { x: box.x })),
      { maxLength: 3 },
    ),
  }),
  fc.record({ type: fc.constant('style-boxes' as const), slideId, refs, style: fc.oneof(textStyling, boxStyling) }),
  fc.record({ type: fc.constant('stack-boxes' as const), slideId, order: fc.uniqueArray(boxId, { maxLength: 7 }) }),
  fc.record({ type: fc.constant('style-texts' as const), slideIds, style: textStyling }),
  fc.record({ type: fc.constant('style-slides' as const), slideIds, style: slideStyling }),
  fc.record({ type: fc.constant('order-boxes' as const), slideId, refs, to: fc.constantFrom('front', 'forward', 'backward', 'back') }),
  fc.record({ type: fc.constant('set-background' as const), slideIds, path }),
  fc.record({ type: fc.constant('set-text-style' as const), slideIds, style: fc.constantFrom(...TEXT_STYLES) }),
  fc.record({ type: fc.constant('set-levels' as const), slideIds, brightness: number, contrast: number }),
  fc.record({ type: fc.constant('set-font-size' as const), fontSize: number }),
  fc.record({ type: fc.constant('set-logo' as const), slideIds, path }),
  fc.record({ type: fc.constant('apply-look' as const), from: slideId, slideIds }),
  fc.record(
    {
      type: fc.constant('add-slides' as const),
      slides: fc.array(
        slideId.map((id) => slideSchema.parse({ id, title: 'Added' })),
        { maxLength: 40 },
      ),
      after: slideId,
    },
    { requiredKeys: ['type', 'slides'] },
  ),
  fc.record({ type: fc.constant('replace-slide' as const), slide: slideId.map((id) => slideSchema.parse({ id, title: 'Written again' })) }),
  fc.record({ type: fc.constant('delete-slides' as const), slideIds }),
  fc.record({ type: fc.constant('move-slides' as const), slideIds, to: fc.integer({ min: -2, max: 8 }) }),
  fc.record({ type: fc.constant('reset-format' as const), slideIds, refs }, { requiredKeys: ['type', 'slideIds'] }),
)

/** Any edit in any format, sensible or not, on a document of up to five known slides. */
export const arbitraryEdit: fc.Arbitrary<Edit> = fc.oneof(
  arbitraryAction,
  fc.tuple(arbitraryAction, fc.constantFrom(...FORMATS)).map(([action, format]) => ({ ...action, format })),
)

/** Three slides with texts, one of them a page number, an image, dots and a logo. */
export function sampleDocument(): SlideDocument {
  return {
    title: '3 tips',
    slides: numberSlides(
      ['s1', 's2', 's3'].map((id, index) =>
        slideSchema.parse({
          id,
          title: `tip ${index + 1}`,
          textBoxes: [
            { id: 'b1', text: 'first', y: 120 },
            { id: 'b2', text: 'second', y: 260, ...(index === 2 && { pageNumber: 'of-total' }) },
          ],
          imageBoxes: index === 1 ? [{ id: 'i1', imageUrl: PATH }] : [],
          logoImage: index === 2 ? PATH : null,
          ...(index === 1 && { shapeBoxes: [newShapeBox('h1', 'progress')] }),
        }),
      ),
    ),
  }
}
