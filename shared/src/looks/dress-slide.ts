import type { PhotoMap } from '../photos/photo-map.ts'
import { HIGHLIGHT_PADDING } from '../scene/text-style.ts'
import { listBoxes, LOGO_REF, logoFrame } from '../slide/box.ts'
import { applyPatch } from '../slide/edit-boxes.ts'
import { isFixture } from '../slide/fixtures.ts'
import { FORMATS, MAIN_FORMAT, type Format } from '../slide/formats.ts'
import { textBoxSchema, type Emphasis, type ShapeBox, type Slide, type TextBox } from '../slide/model.ts'
import { textRoles } from '../slide/slide-look.ts'
import { layClassic } from './classic.ts'
import { likelyEmphasis, rangeOf } from './emphasised-range.ts'
import { withGround } from './look-ground.ts'
import type { LookSpec, LookText, SlideRole } from './look.ts'
import { type Laid, withLayouts } from './layouts.ts'
import { type Framing, photoViews } from './photo-view.ts'
import { panelFrame, placeTexts, type BlockPart, type Placed } from './place-texts.ts'
import { CARD, managed, MARK, NUMERAL, PANEL, RULE, undressed } from './undress.ts'

/** The number of a point at the beginning of its title. */
const NUMBERED = /^(\d{1,2})[.)]\s+(?=\S)/u

export interface Dressing {
  /** Null for Classic. */
  spec: LookSpec | null
  role: SlideRole
  /** From 0. */
  index: number
  /** A map of the slide's photo; null without one. */
  map: PhotoMap | null
  /** Words of the first text to emphasise; empty for none. */
  emphasis: string
}

/** The slide in a look. Texts and photos stay; what another look drew goes. */
export function dressSlide(worn: Slide, { spec: look, role, index, map, emphasis }: Dressing): Slide {
  const slide = undressed(worn)
  const texts = managed(slide)
  const { title, others } = textRoles({ ...slide, textBoxes: texts })
  if (!title) return slide
  const ordered = role === 'lines' ? texts.toSorted((a, b) => a.y - b.y) : [title, ...others]
  if (!look) return layClassic(slide, { ordered, role })
  const spec = mirroredFor(ordered[0]?.text ?? '', look)
  const split = spec.ornaments.some(({ kind }) => kind === 'numeral') && role === 'point' ? NUMBERED.exec(ordered[0]?.text ?? '') : null
  const words = ordered.map((box, at) => (at === 0 && split ? withoutStart(box, split[0].length) : box))
  const parts = partsOf(slide, { spec, role, words, number: split?.[1] ?? null })
  const card = spec.ornaments.find((ornament) => ornament.kind === 'card') ?? null
  const hasPanel = spec.ornaments.some(({ kind }) => kind === 'panel')
  const photoMap = spec.hasPhoto && slide.backgroundImage !== null ? map : null
  const layIn = (format: Format, main: Framing): Laid => {
    const views = photoMap ? photoViews(slide, { map: photoMap, format, main, isFixed: role === 'quote' }) : []
    const placed = placeTexts({ parts, align: spec.align, places: spec.places, card, hasPanel, format, views })
    const lettered = words.map((box, at) => textIn(box, { spec, placed, isTitle: at === 0, emphasis: at === 0 ? emphasis : '' }))
    const framed = {
      ...slide,
      textBoxes: [
        ...slide.textBoxes.map((box) => lettered.find(({ id }) => id === box.id) ?? box),
        ...lookTexts(spec, { placed, number: split?.[1] ?? null }),
      ],
      imageBoxes: slide.imageBoxes.map((box) => ({ ...box, ...placed.frames.get(box.id) })),
      ...(placed.frames.has(LOGO_REF) && slide.logoPosition && { logoPosition: { ...slide.logoPosition, ...placed.frames.get(LOGO_REF) } }),
    }
    return { slide: withGround(withShapes(framed, spec, placed), { spec, index, placed }), placed }
  }
  const main = layIn(MAIN_FORMAT, {})
  const framing = main.placed.view?.framing ?? {}
  const rest = FORMATS.filter((format) => format !== MAIN_FORMAT).map((format): [Format, Laid] => [format, layIn(format, framing)])
  return withLayouts(spec.id, new Map(rest), main)
}

/** The first letter of a text; the group is set if its script runs from right to left. */
const FIRST_LETTER = /(?<rightToLeft>[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}])|\p{L}/u

/** Texts that run from right to left begin at the right. */
function mirroredFor(text: string, spec: LookSpec): LookSpec {
  const isMirrored = spec.align === 'left' && FIRST_LETTER.exec(text)?.groups?.['rightToLeft'] !== undefined
  return isMirrored ? { ...spec, align: 'right' } : spec
}

function withoutStart(box: TextBox, length: number): TextBox {
  const emphasis = box.emphasis?.flatMap((one) =>
    one.start >= length ? [{ ...one, start: one.start - length, end: one.end - length }] : [],
  )
  const { emphasis: _, ...rest } = box
  return { ...rest, text: box.text.slice(length), ...(emphasis && emphasis.length > 0 && { emphasis }) }
}

const LINES: Record<SlideRole, number> = { cover: 4, point: 3, lines: 3, question: 5, quote: 7, closing: 2 }

/** Everything that is laid out in one column, from top to bottom. */
function partsOf(
  slide: Slide,
  { spec, role, words, number }: { spec: LookSpec; role: SlideRole; words: readonly TextBox[]; number: string | null },
): BlockPart[] {
  const sizes = spec.sizes[role]
  const texts = words.map((box, at): BlockPart => ({
    id: box.id,
    text: box.text,
    letters: at === 0 ? spec.title : spec.body,
    sizes: at === 0 ? sizes.title : sizes.body,
    lines: at === 0 ? LINES[role] : 7,
    isHighlighted: (at === 0 ? spec.title : spec.body).highlight !== undefined,
    isTitle: at === 0,
  }))
  const logo = logoFrame(slide)
  const isLogoBelow = logo && !listBoxes(slide).some((entry) => entry.ref === LOGO_REF && isFixture(entry))
  const pictures: BlockPart[] = [
    ...slide.imageBoxes.map(({ id, width, height }) => ({ id, width, height })),
    ...(isLogoBelow ? [{ id: LOGO_REF, width: logo.width, height: logo.height }] : []),
  ]
  const [first, ...rest] = texts
  if (!first) return pictures
  const above: BlockPart[] = []
  const between: BlockPart[] = []
  for (const ornament of spec.ornaments) {
    if (ornament.kind === 'rule') {
      const part = { id: RULE, width: ornament.width, height: Math.max(1, ornament.thickness) }
      if (ornament.at === 'above') above.push(part)
      else if (rest.length > 0) between.push(part)
    }
    if (ornament.kind === 'numeral' && number !== null) {
      above.push({ id: NUMERAL, width: 1.5 * ornament.size, height: ornament.size * ornament.letters.lineHeight + 1 })
    }
    if (ornament.kind === 'mark' && hasMark(role)) {
      above.push({
        id: MARK,
        width: 1.2 * ornament.size,
        height: ornament.size * ornament.letters.lineHeight + 1,
        overlap: ornament.size * 0.3,
      })
    }
  }
  return [...above, first, ...between, ...rest, ...pictures]
}

const hasMark = (role: SlideRole): boolean => role !== 'lines' && role !== 'closing'

/** A box with the letters of a look, where it was placed. */
function textIn(
  box: TextBox,
  { spec, placed, isTitle, emphasis }: { spec: LookSpec; placed: Placed; isTitle: boolean; emphasis: string },
): TextBox {
  const { color, highlight, shadow, ...letters } = isTitle ? spec.title : spec.body
  const styled = styleText({ ...box, ...placed.frames.get(box.id) }, { color, highlight, shadow, ...letters }, spec)
  const { emphasis: _, ...plain } = styled
  const range = emphasisOf(box, { isTitle, emphasis, spec })
  return range === null ? plain : { ...plain, emphasis: [range] }
}

function styleText(
  box: TextBox,
  { color, highlight, shadow, lineHeight, fontWeight, font, uppercase, italic, letterSpacing }: LookText,
  spec: LookSpec,
): TextBox {
  return applyPatch(box, {
    color: 'white',
    textColor: color,
    outlineColor: null,
    noOutline: true,
    highlightColor: highlight ?? null,
    shadow: shadow ?? null,
    lineHeight,
    fontWeight,
    font: font ?? null,
    uppercase: uppercase ?? null,
    italic: italic ?? null,
    letterSpacing: letterSpacing || null,
    align: spec.align === 'center' ? null : spec.align,
    rotation: null,
    opacity: null,
  })
}

/** The emphasised words of a title: those that a user or the model chose, else the likeliest. A look without emphasis remembers their place. */
function emphasisOf(box: TextBox, { isTitle, emphasis, spec }: { isTitle: boolean; emphasis: string; spec: LookSpec }): Emphasis | null {
  if (!isTitle) return null
  const [own] = box.emphasis ?? []
  const range = own ?? rangeOf(box.text, emphasis) ?? likelyEmphasis(box.text)
  return range && { ...spec.emphasis, start: range.start, end: range.end }
}

/** Texts that a look adds: a numeral or a mark. */
function lookTexts(spec: LookSpec, { placed, number }: { placed: Placed; number: string | null }): TextBox[] {
  return spec.ornaments.flatMap((ornament) => {
    if (ornament.kind !== 'numeral' && ornament.kind !== 'mark') return []
    const id = ornament.kind === 'numeral' ? NUMERAL : MARK
    const frame = placed.frames.get(id)
    const text = ornament.kind === 'numeral' ? number : '“'
    if (!frame || text === null) return []
    const inset = spec.align === 'center' ? 0 : HIGHLIGHT_PADDING * ornament.size
    const x = spec.align === 'left' ? frame.x - inset : frame.x
    const box = textBoxSchema.parse({ id, text, ...frame, x, width: frame.width + inset, fontSize: ornament.size })
    return [styleText(box, { ...ornament.letters, color: ornament.color }, spec)]
  })
}

/** Shapes that a look draws: behind everything else where they carry it. */
function withShapes(slide: Slide, spec: LookSpec, { bounds, frames, place, format }: Placed): Slide {
  const shapes = spec.ornaments.flatMap((ornament): ShapeBox[] => {
    switch (ornament.kind) {
      case 'card':
        return [
          {
            id: CARD,
            shape: 'rectangle',
            ...bounds,
            fill: ornament.fill,
            radius: ornament.radius,
            ...(ornament.stroke && { stroke: ornament.stroke }),
            ...(ornament.opacity !== undefined && { opacity: ornament.opacity }),
          },
        ]
      case 'panel':
        return [{ id: PANEL, shape: 'rectangle', ...panelFrame(bounds, place, format), fill: ornament.fill }]
      case 'rule': {
        const frame = frames.get(RULE)
        return frame
          ? [
              {
                id: RULE,
                shape: 'rectangle',
                x: frame.x,
                y: frame.y,
                width: frame.width,
                height: Math.max(1, ornament.thickness),
                fill: ornament.color,
              },
            ]
          : []
      }
      default:
        return []
    }
  })
  return shapes.length === 0 ? slide : { ...slide, shapeBoxes: [...(slide.shapeBoxes ?? []), ...shapes] }
}
