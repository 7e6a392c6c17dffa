import { breakLines, evenLines, measureText, type Letters } from '@ninesixteen/shared/looks/letters'
import { CALM_MAX, MAP_COLUMNS, MAP_PIXELS, MAP_ROWS, photoMap, type PhotoMap } from '@ninesixteen/shared/photos/photo-map'
import { contrastRatio, luminance, luminanceOfHex } from '@ninesixteen/shared/scene/contrast'
import { HIGHLIGHT_PADDING, textLook } from '@ninesixteen/shared/scene/text-style'
import type { Format } from '@ninesixteen/shared/slide/formats'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import { EXPORT_WIDTH, SLIDE_WIDTH, type Slide, type TextBox } from '@ninesixteen/shared/slide/model'
import sharp from 'sharp'
import type { SlidePixels } from '../../rendering/slide-pixels.ts'
import type { LookSlide } from './look-slideshows.ts'

export type PaintSlide = (slide: Slide, cover: Uint8Array | null) => Promise<SlidePixels>

export interface SlideMeasures {
  /** Contrast that 95 % of the pixels of letters reach with what is under them; null without letters. */
  contrast: number | null
  /** The same of emphasised words. */
  emphasisContrast: number | null
  /** Pixels of letters, and those of them that have no plate or card and lie where the slide is busy. */
  letters: number
  busyLetters: number
  /** Smallest letters in pixels of a slide that is 1080 wide; 0 without texts. */
  smallest: number
  /** Share of the slide's width between the outermost letters of all texts. */
  filled: number
  /** Whether the title's last line has a single word. */
  hasLostWord: boolean
}

/** Channels may differ this much from a color, through smoothed edges. */
const SAME_COLOR = 24
const WORST = 0.05

interface Ink {
  rgb: readonly [number, number, number]
  luminance: number
  /** Luminance of the plate behind the letters; null for what the slide shows there. */
  plate: number | null
  isEmphasis: boolean
}

function inkOf(hex: string, plate: string | null, isEmphasis: boolean): Ink {
  const value = Number.parseInt(hex.slice(1), 16)
  return {
    rgb: [value >> 16, (value >> 8) & 255, value & 255],
    luminance: luminanceOfHex(hex),
    plate: plate === null ? null : luminanceOfHex(plate),
    isEmphasis,
  }
}

function inksOf(slide: Slide, box: TextBox): Ink[] {
  const { fill, highlight } = textLook(slide.textStyle, box)
  const emphasised = (box.emphasis ?? []).flatMap((one) =>
    one.color || one.highlight ? [inkOf(one.color ?? fill, one.highlight ?? highlight, true)] : [],
  )
  return [...emphasised, inkOf(fill, highlight, false)]
}

/** Maps the slide without its texts as if it were a photo: busy where a scrim or a blur doesn't calm it. */
async function groundMap({ data, width, height }: SlidePixels): Promise<PhotoMap> {
  const small = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
  return photoMap({
    ...MAP_PIXELS,
    data: await small
      .resize({ ...MAP_PIXELS, fit: 'fill' })
      .raw()
      .toBuffer(),
  })
}

/** Whether the middle of a text is on an opaque shape. */
function isOnPlate({ x, y, width, height }: TextBox, { shapeBoxes = [] }: Slide): boolean {
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  return shapeBoxes.some(
    (shape) =>
      shape.fill !== undefined &&
      (shape.opacity ?? 1) === 1 &&
      middleX >= shape.x &&
      middleX <= shape.x + shape.width &&
      middleY >= shape.y &&
      middleY <= shape.y + shape.height,
  )
}

/** Cells busier than a single edge. */
const BUSY_MIN = 2 * CALM_MAX

/** Draws the slide in a format with and without its texts, and compares the letters with what is under them. */
export async function measureSlide({ slide, cover }: LookSlide, format: Format, paint: PaintSlide): Promise<SlideMeasures> {
  const shown = inFormat(slide, format)
  const bare = await paint({ ...shown, textBoxes: [] }, cover)
  const ground = { ...bare, data: bare.data.slice() }
  const drawn = await paint(shown, cover)
  const map = await groundMap(ground)
  const [contrasts, emphasised]: [number[], number[]] = [[], []]
  let [letters, busyLetters, left, right] = [0, 0, ground.width, 0]
  for (const box of shown.textBoxes) {
    const hasPlate = isOnPlate(box, shown)
    const inks = inksOf(shown, box)
    for (const at of pixelsUnder(box, ground)) {
      const ink = inkAt({ drawn: drawn.data, ground: ground.data }, at, inks)
      if (!ink) continue
      const [x, y] = [(at / 4) % ground.width, Math.floor(at / 4 / ground.width)]
      const under = ink.plate ?? luminance(ground.data[at] ?? 0, ground.data[at + 1] ?? 0, ground.data[at + 2] ?? 0)
      ;(ink.isEmphasis ? emphasised : contrasts).push(contrastRatio(ink.luminance, under))
      const cell = Math.floor((y * MAP_ROWS) / ground.height) * MAP_COLUMNS + Math.floor((x * MAP_COLUMNS) / ground.width)
      letters += 1
      if (ink.plate === null && !hasPlate && (map.busy[cell] ?? 0) > BUSY_MIN) busyLetters += 1
      left = Math.min(left, x)
      right = Math.max(right, x)
    }
  }
  const [title] = shown.textBoxes.toSorted((a, b) => b.fontSize - a.fontSize)
  return {
    contrast: worstOf(contrasts),
    emphasisContrast: worstOf(emphasised),
    letters,
    busyLetters,
    smallest: Math.min(...shown.textBoxes.map(({ fontSize }) => (fontSize * EXPORT_WIDTH) / SLIDE_WIDTH)),
    filled: Math.max(0, right - left) / ground.width,
    hasLostWord: title !== undefined && endsInOneWord(title),
  }
}

/** Offsets of the pixels of a box. */
function* pixelsUnder({ x, y, width, height }: TextBox, { width: across, height: down }: SlidePixels): Generator<number> {
  const scale = across / SLIDE_WIDTH
  const columnOf = (unit: number): number => Math.min(across, Math.max(0, Math.round(unit * scale)))
  for (let row = Math.max(0, Math.round(y * scale)); row < Math.min(down, Math.round((y + height) * scale)); row++) {
    for (let column = columnOf(x); column < columnOf(x + width); column++) yield (row * across + column) * 4
  }
}

type Pixels = Record<'drawn' | 'ground', Uint8ClampedArray>

function inkAt({ drawn, ground }: Pixels, at: number, inks: readonly Ink[]): Ink | null {
  const differs = (other: (channel: number) => number, limit: number): boolean =>
    [0, 1, 2].some((channel) => Math.abs((drawn[at + channel] ?? 0) - other(channel)) > limit)
  if (!differs((channel) => ground[at + channel] ?? 0, 0)) return null
  return inks.find(({ rgb }) => !differs((channel) => rgb[channel] ?? 0, SAME_COLOR)) ?? null
}

function worstOf(values: number[]): number | null {
  return Float64Array.from(values).toSorted()[Math.floor(values.length * WORST)] ?? null
}

function lettersOf({ font, fontWeight, lineHeight = 1, letterSpacing, uppercase }: TextBox): Letters {
  const set = { fontWeight, lineHeight, ...(font && { font }), ...(letterSpacing && { letterSpacing }) }
  return uppercase ? { ...set, uppercase } : set
}

function endsInOneWord(box: TextBox): boolean {
  const measured = measureText(box.text, lettersOf(box))
  const lines = breakLines(measured, box.width / box.fontSize - 2 * HIGHLIGHT_PADDING)
  const { words } = evenLines(measured, lines.widths.length) ?? lines
  return words.length > 1 && words.at(-1) === 1
}
