import { listBoxes, stackBoxes } from '@ninesixteen/shared/slide/box'
import { FONT_IDS } from '@ninesixteen/shared/slide/fonts'
import { ICONS } from '@ninesixteen/shared/slide/icons'
import { PHOTO_FILTERS, PHOTO_FITS, SHAPES, slideSchema, TEXT_ALIGNMENTS, TEXT_STYLES, type Slide } from '@ninesixteen/shared/slide/model'
import { createSequence } from './pictures.ts'

/** Words in every supported script, and one in an unsupported script. */
const WORDS = [
  'wake up early',
  'AVATAR Ty. “quoted” ‘fi’ ﬂ ½ …',
  '5 habits, 30 days — worth it!',
  'fjǫrðr ığüşöç zażółć Nguyễn ő',
  'Жить значит Ґанок Ўзбек',
  'καλημέρα κόσμε Ἀθῆναι',
  'שלום עולם (פשוט)',
  'مرحبا بالعالم ٥ عادات',
  'नमस्ते क्षत्रिय श्री ज़िंदगी',
  'สวัสดีชาวโลก ขอบคุณ',
  '漢字 かな 한국어 𓀀',
  '早晨习惯，五个',
  '習慣を変える。',
  'မနက်ခင်း ទម្លាប់ពេលព្រឹក ຕອນເຊົ້າ',
  'সকালের పఴ ஐந்து',
  '→ ⇒ ✓ ✗ ★ ♥ ≠ ≤ ∞ √ ∑',
  'a\u0301e\u0302 soft\u00adhyphen no\u00a0break',
  'https://example.org/a/long/way?with=query#part',
  'Pneumonoultramicroscopic',
  'line\nbreak\n\ngap',
] as const

const TONES = ['', '🏻', '🏼', '🏽', '🏾', '🏿'] as const
const PEOPLE = ['👍', '👋', '🙌', '💪', '🧑', '👩', '👨', '🤝'] as const
const TRADES = ['', '\u200d💻', '\u200d🚀', '\u200d🍳', '\u200d🎨', '\u200d⚕️'] as const
const THINGS = ['🔥', '☕️', '🌅', '❤️', '❤️‍🔥', '1️⃣', '#️⃣', '🏳️‍🌈', '🏳️‍⚧️', '🐻‍❄️', '👨‍👩‍👧‍👦', '🫨', '🛜', '✨', '💯', '☠️', '⁉️', '🅰️'] as const

const COLORS = ['white', 'black', '#ffd400', '#25f4ee', '#fe2c55'] as const
const PHOTOS = ['lab/photo-1.jpg', 'lab/photo-2.jpg', 'lab/photo-3.jpg', null] as const
const PICTURES = ['lab/product.jpg', 'lab/logo.png', 'lab/small.png', 'lab/gone.jpg'] as const

/** A seeded random sequence: every run generates the same slides. */
class Dice {
  readonly #next: () => number

  constructor(seed: number) {
    this.#next = createSequence(seed)
  }

  /** A number with two decimals. */
  between(low: number, high: number): number {
    return Math.round((low + this.#next() * (high - low)) * 100) / 100
  }

  whole(low: number, high: number): number {
    return low + Math.floor(this.#next() * (high - low + 1))
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#next() * list.length)] as T
  }

  /** One of the list, or nothing as often as something. */
  maybe<T>(list: readonly T[]): T | undefined {
    return this.#next() < 0.5 ? undefined : this.pick(list)
  }

  color(): string {
    return `#${this.whole(0, 0xffffff).toString(16).padStart(6, '0')}`
  }

  list<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index))
  }
}

/** Two regional indicator letters: a flag, or the letters where no such country exists. */
function flag(dice: Dice): string {
  return String.fromCodePoint(0x1f1e6 + dice.whole(0, 25), 0x1f1e6 + dice.whole(0, 25))
}

function emoji(dice: Dice): string {
  const kind = dice.whole(0, 9)
  if (kind === 0) return flag(dice)
  if (kind < 4) return `${dice.pick(PEOPLE)}${dice.pick(TONES)}${dice.pick(TRADES)}`
  return dice.pick(THINGS)
}

function text(dice: Dice): string {
  return dice.list(dice.whole(1, 4), () => (dice.whole(0, 2) === 0 ? emoji(dice) : dice.pick(WORDS))).join(dice.pick([' ', ' ', ', ', '']))
}

/** Slides of every style, script and level, with emoji, images and logos at odd positions, partly beyond the edges. */
export function generatedSlides(count: number): Slide[] {
  const dice = new Dice(2026)
  return dice.list(count, (index) =>
    slideSchema.parse({
      id: `generated${index}`,
      // Every pair of style and backdrop occurs, and every level of both kinds.
      textStyle: TEXT_STYLES[index % TEXT_STYLES.length],
      backgroundImage: PHOTOS[Math.floor(index / TEXT_STYLES.length) % PHOTOS.length],
      brightness: (index % 21) - 10,
      contrast: ((index * 8) % 21) - 10,
      textBoxes: dice.list(dice.whole(1, 5), (box) => ({
        id: `text${box}`,
        text: text(dice),
        x: dice.between(-40, 160),
        y: dice.between(-30, 430),
        width: dice.between(50, 256),
        height: dice.between(30, 140),
        fontSize: dice.between(4, 20),
        color: dice.pick(COLORS),
        fontWeight: dice.whole(300, 900),
      })),
      imageBoxes: dice.list(dice.whole(0, 2), (box) => ({
        id: `image${box}`,
        imageUrl: dice.pick(PICTURES),
        x: dice.between(-80, 230),
        y: dice.between(-80, 430),
        width: dice.between(5, 300),
        height: dice.between(5, 300),
        opacity: dice.pick([1, 1, 0.5, 0.13]),
      })),
      logoImage: index % 5 === 0 ? 'lab/logo.png' : null,
      logoPosition: index % 10 === 0 ? { x: 108, y: 220, width: 40, height: 40 } : null,
    }),
  )
}

/** Photos that a slide can place: of the slide's ratio, wide, small, and with transparent parts. */
const PLACED = [...PHOTOS, 'lab/product.jpg', 'lab/small.png', 'lab/logo.png', 'lab/gone.jpg'] as const
const ANGLES = [90, -90, 180, 45, -7.5] as const

function shadow(dice: Dice) {
  const offset = () => dice.between(-4, 4)
  return { color: dice.color(), opacity: dice.between(0, 1), x: offset(), y: offset(), blur: dice.pick([0, 0.5, 3, 12]) }
}

function backdrop(dice: Dice) {
  if (dice.whole(0, 2) === 0) return { kind: 'plain', color: dice.color() }
  return { kind: 'gradient', from: dice.color(), to: dice.color(), angle: dice.pick([0, 45, 90, 180, dice.whole(0, 359)]) }
}

function placement(dice: Dice) {
  const place = { x: dice.between(0, 1), y: dice.between(0, 1), zoom: dice.pick([1, 1, dice.between(1, 4)]) }
  return { ...place, fit: dice.pick(PHOTO_FITS), flip: dice.whole(0, 1) === 1, turns: dice.whole(0, 3) }
}

function effects(dice: Dice) {
  const effect = () => dice.maybe([1, 5, 10])
  const tint = dice.maybe([{ color: dice.color(), amount: dice.whole(0, 10) }])
  const scrim = dice.maybe([{ color: dice.color(), amount: dice.whole(1, 10), full: dice.between(0, 1), end: dice.between(0, 1) }])
  return { filter: dice.maybe(PHOTO_FILTERS), blur: effect(), vignette: effect(), tint, scrim }
}

function stroke(dice: Dice) {
  return { color: dice.color(), width: dice.pick([0.25, 1, 3, 16]) }
}

function crop(dice: Dice) {
  const [x, y] = [dice.between(0, 0.6), dice.between(0, 0.6)]
  return { x, y, width: dice.between(0.05, 1 - x), height: dice.between(0.05, 1 - y) }
}

/** Looks that images and shapes share. */
function boxLook(dice: Dice) {
  return {
    flip: dice.maybe([true]),
    radius: dice.maybe([4, 20, 128]),
    rotation: dice.maybe([...ANGLES, dice.between(-180, 180)]),
    shadow: dice.maybe([shadow(dice)]),
    hidden: dice.whole(0, 9) === 0 || undefined,
  }
}

function shapeBox(dice: Dice, id: string) {
  const shape = dice.pick(SHAPES)
  return {
    id,
    shape,
    x: dice.between(-40, 200),
    y: dice.between(-30, 430),
    width: dice.between(4, 256),
    height: dice.between(4, 200),
    fill: dice.maybe([dice.color()]),
    stroke: dice.maybe([stroke(dice)]),
    opacity: dice.maybe([0, 0.3, 0.85]),
    glyph: shape === 'icon' ? dice.pick(ICONS) : shape === 'emoji' ? dice.pick(['1f98a', '2764', '1f469-200d-1f680', 'none']) : undefined,
    ...(shape === 'progress' && { steps: dice.whole(1, 35), step: dice.whole(1, 35) }),
    ...boxLook(dice),
  }
}

/** Images with looks of their own, shapes, and all boxes in any order. */
function layered(slide: Slide, dice: Dice): Slide {
  const looks = slide.imageBoxes.map((box) => ({
    ...box,
    ...boxLook(dice),
    crop: dice.maybe([crop(dice)]),
    border: dice.maybe([stroke(dice)]),
  }))
  const shapes = dice.list(dice.whole(0, 4), (index) => shapeBox(dice, `shape${index}`))
  const boxes = slideSchema.parse({ ...slide, imageBoxes: looks, shapeBoxes: shapes })
  const order = listBoxes(boxes).map(({ ref }) => ({ ref, rank: dice.between(0, 1) }))
  const isStacked = dice.whole(0, 1) === 1
  return isStacked
    ? stackBoxes(
        boxes,
        order.toSorted((a, b) => a.rank - b.rank).map(({ ref }) => ref),
      )
    : boxes
}

/** The generated slides with everything that a box or a slide can have for its own look. */
export function styledSlides(count: number): Slide[] {
  const dice = new Dice(916)
  const layers = new Dice(169)
  return generatedSlides(count).map((slide) => {
    const photoPlacement = dice.maybe([placement(dice)])
    const styled = slideSchema.parse({
      ...slide,
      backgroundImage: photoPlacement ? dice.pick(PLACED) : slide.backgroundImage,
      photoPlacement,
      photoEffects: dice.maybe([effects(dice)]),
      backdrop: dice.maybe([backdrop(dice)]),
      textBoxes: slide.textBoxes.map((box) => ({
        ...box,
        textColor: dice.maybe([dice.color()]),
        outlineColor: dice.maybe([dice.color()]),
        highlightColor: dice.maybe([dice.color()]),
        font: dice.maybe(FONT_IDS),
        italic: dice.maybe([true]),
        uppercase: dice.maybe([true]),
        align: dice.maybe(TEXT_ALIGNMENTS),
        lineHeight: dice.maybe([0.8, 1, 1.6, 2.5]),
        letterSpacing: dice.maybe([-0.1, 0.05, 0.5]),
        rotation: dice.maybe([...ANGLES, dice.between(-180, 180)]),
        opacity: dice.maybe([0, 0.3, 0.85]),
        shadow: dice.maybe([shadow(dice)]),
        noOutline: dice.maybe([true]),
        fontSize: dice.pick([box.fontSize, box.fontSize, 27.3, 64]),
      })),
    })
    return layered(styled, layers)
  })
}
