import { type SKRSContext2D, createCanvas } from '@napi-rs/canvas'
import sharp from 'sharp'
import { ease, light, mix, scale } from './pictures/colour.ts'
import { noiseFrom } from './pictures/noise.ts'

/** The roaster of the demo: its marks are drawn, as its photographs are. */
const ESPRESSO = '#2a1a12'
const CREAM = '#fbeedb'
const SUN = '#f2a65a'

type Glyph = { advance: number; draw(context: SKRSContext2D): void }

const bowl = (context: SKRSContext2D): void => context.arc(0.5, -0.5, 0.5, 0, Math.PI * 2)

/** Letters of one stroke width: x-height 1, baseline at 0. */
const GLYPHS: Readonly<Record<string, Glyph>> = {
  d: { advance: 1.36, draw: (c) => (bowl(c), c.moveTo(1, -1.62), c.lineTo(1, 0)) },
  a: { advance: 1.36, draw: (c) => (bowl(c), c.moveTo(1, -1), c.lineTo(1, 0)) },
  o: { advance: 1.36, draw: (c) => bowl(c) },
  w: { advance: 1.66, draw: (c) => (c.moveTo(0, -1), c.lineTo(0.33, 0), c.lineTo(0.66, -0.9), c.lineTo(0.99, 0), c.lineTo(1.32, -1)) },
  n: {
    advance: 1.24,
    draw: (c) => (c.moveTo(0, 0), c.lineTo(0, -1), c.moveTo(0, -0.56), c.arc(0.44, -0.56, 0.44, Math.PI, 0), c.lineTo(0.88, 0)),
  },
  r: {
    advance: 0.86,
    draw: (c) => (c.moveTo(0, 0), c.lineTo(0, -1), c.moveTo(0, -0.55), c.arc(0.46, -0.55, 0.46, Math.PI, Math.PI * 1.68)),
  },
  s: {
    advance: 1.0,
    draw: (c) => (
      c.moveTo(0.64, -0.86),
      c.bezierCurveTo(0.45, -1.06, 0.02, -1.06, 0.04, -0.74),
      c.bezierCurveTo(0.06, -0.44, 0.66, -0.58, 0.66, -0.26),
      c.bezierCurveTo(0.66, 0.06, 0.2, 0.06, 0, -0.14)
    ),
  },
  t: {
    advance: 0.8,
    draw: (c) => (c.moveTo(0.26, -1.42), c.lineTo(0.26, -0.3), c.quadraticCurveTo(0.26, 0, 0.6, 0), c.moveTo(0, -1), c.lineTo(0.58, -1)),
  },
  ' ': { advance: 0.62, draw: () => {} },
}

interface Lettering {
  x: number
  y: number
  size: number
  colour: string
}

function letter(context: SKRSContext2D, text: string, { x, y, size, colour }: Lettering): void {
  context.save()
  context.translate(x, y)
  context.scale(size, size)
  context.strokeStyle = colour
  context.lineWidth = 0.215
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const character of text) {
    const glyph = GLYPHS[character]
    if (glyph === undefined) throw new Error(`No letter is drawn for "${character}"`)
    context.beginPath()
    glyph.draw(context)
    context.stroke()
    context.translate(glyph.advance, 0)
  }
  context.restore()
}

const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, character) => sum + (GLYPHS[character]?.advance ?? 0), -0.26) * size

/** A sun that rises out of a cup. */
function emblem(context: SKRSContext2D, { x, y, size, colour }: Lettering): void {
  context.save()
  context.translate(x, y)
  context.scale(size, size)
  context.lineCap = 'round'
  context.lineWidth = 0.085
  context.strokeStyle = SUN
  context.fillStyle = SUN
  context.beginPath()
  context.arc(0, 0, 0.3, Math.PI, 0)
  context.fill()
  for (let i = 0; i < 5; i += 1) {
    const angle = Math.PI * (1.1 + i * 0.2)
    context.beginPath()
    context.moveTo(Math.cos(angle) * 0.43, Math.sin(angle) * 0.43)
    context.lineTo(Math.cos(angle) * 0.58, Math.sin(angle) * 0.58)
    context.stroke()
  }
  context.fillStyle = colour
  context.strokeStyle = colour
  context.beginPath()
  context.moveTo(-0.5, 0.08)
  context.lineTo(0.5, 0.08)
  context.bezierCurveTo(0.5, 0.42, 0.3, 0.58, 0, 0.58)
  context.bezierCurveTo(-0.3, 0.58, -0.5, 0.42, -0.5, 0.08)
  context.fill()
  context.beginPath()
  context.arc(0.52, 0.25, 0.13, -Math.PI * 0.45, Math.PI * 0.6)
  context.stroke()
  context.restore()
}

const LOGO = 600

/** The logo: a dark badge, readable on every background, transparent around it. Square, so that it fits wide and square places alike. */
export async function drawLogo(): Promise<Buffer> {
  const canvas = createCanvas(LOGO, LOGO)
  const context = canvas.getContext('2d')
  context.fillStyle = ESPRESSO
  context.beginPath()
  context.arc(300, 300, 292, 0, Math.PI * 2)
  context.fill()
  context.strokeStyle = SUN
  context.lineWidth = 7
  context.beginPath()
  context.arc(300, 300, 266, 0, Math.PI * 2)
  context.stroke()
  emblem(context, { x: 300, y: 262, size: 178, colour: CREAM })
  const size = 32
  letter(context, 'dawn roast', { x: 300 - widthOf('dawn roast', size) / 2, y: 446, size, colour: CREAM })
  return sharp(context.getImageData(0, 0, LOGO, LOGO).data, { raw: { width: LOGO, height: LOGO, channels: 4 } })
    .png()
    .toBuffer()
}

const BAG = { width: 900, height: 1260, left: 130, right: 770, top: 70, foot: 1180 } as const

function bagOutline(context: SKRSContext2D): void {
  const { left, right, top, foot } = BAG
  context.beginPath()
  context.moveTo(left + 26, top)
  context.lineTo(right - 26, top)
  context.bezierCurveTo(right - 30, top + 170, right - 2, top + 260, right, top + 420)
  context.bezierCurveTo(right + 6, foot - 300, right - 4, foot - 120, right - 16, foot - 26)
  context.quadraticCurveTo(right - 22, foot, right - 60, foot)
  context.lineTo(left + 60, foot)
  context.quadraticCurveTo(left + 22, foot, left + 16, foot - 26)
  context.bezierCurveTo(left + 4, foot - 120, left - 6, foot - 300, left, top + 420)
  context.bezierCurveTo(left + 2, top + 260, left + 30, top + 170, left + 26, top)
  context.closePath()
}

function drawLabel(context: SKRSContext2D): void {
  context.fillStyle = CREAM
  context.beginPath()
  context.roundRect(250, 470, 400, 480, 18)
  context.fill()
  emblem(context, { x: 450, y: 615, size: 150, colour: ESPRESSO })
  for (const [row, word] of ['dawn', 'roast'].entries()) {
    letter(context, word, { x: 450 - widthOf(word, 52) / 2, y: 800 + row * 96, size: 52, colour: ESPRESSO })
  }
}

/** How the bag's skin takes the light at a place of it: folds, the crimped seam, the shaded sides. */
function bagShade(x: number, y: number, folds: (x: number, y: number) => number): number {
  const { left, right, top, foot } = BAG
  const across = (x - left) / (right - left)
  const round = 0.3 + 0.85 * Math.sin(Math.PI * Math.min(1, Math.max(0, across * 0.86 + 0.1))) ** 0.7
  const sheen = Math.exp(-(((across - 0.27 + Math.sin(y / 300) * 0.015) / 0.055) ** 2)) * 0.34
  const crease = (folds(across * 3.2, y / 210) - folds(across * 3.2 + 0.08, y / 210 + 0.05)) * mix(1.5, 0.45, ease(top, top + 500, y))
  const gusset = 1 - 0.3 * (Math.exp(-(((across - 0.09) / 0.012) ** 2)) + Math.exp(-(((across - 0.91) / 0.012) ** 2)))
  const crimp = y < top + 74 ? 0.9 + 0.12 * Math.sin(y * 0.52) : 1
  const fold = 1 - 0.4 * Math.exp(-(((y - top - 78) / 5) ** 2)) + 0.2 * Math.exp(-(((y - top - 88) / 6) ** 2))
  return (round + sheen + crease) * gusset * crimp * fold * mix(1.05, 0.72, ease(foot - 420, foot, y))
}

/** The product: a bag of beans, cut out, with a soft shadow under it. 900 x 1260. */
export async function drawProduct(): Promise<Buffer> {
  const { width, height, foot } = BAG
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#2f5a57'
  bagOutline(context)
  context.fill()
  drawLabel(context)
  const pixels = context.getImageData(0, 0, width, height).data
  const folds = noiseFrom(77).fractal({ octaves: 4, gain: 0.45 })
  const grain = noiseFrom(78).smooth
  const out = Buffer.alloc(width * height * 4)
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      const inside = (pixels[at + 3] ?? 0) / 255
      const under = ((x - 450) / 370) ** 2 + ((y - foot + 4) / 46) ** 2
      const shadow = 0.55 * Math.exp(-under * 2.2)
      const base = light(`#${[0, 1, 2].map((i) => (pixels[at + i] ?? 0).toString(16).padStart(2, '0')).join('')}`)
      const lit = scale(base, inside === 0 ? 0 : Math.max(0.04, bagShade(x, y, folds) + grain(x / 3, y / 3) * 0.02))
      const alpha = inside + (1 - inside) * shadow
      for (let i = 0; i < 3; i += 1) out[at + i] = alpha === 0 ? 0 : Math.min(255, 255 * (lit[i] ?? 0) ** (1 / 2.2) * (inside / alpha))
      out[at + 3] = Math.round(alpha * 255)
    }
  }
  return sharp(out, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}
