import type { HarfBuzz, HarfBuzzFace, HarfBuzzFont } from './harfbuzz.ts'
import type { Figure, Outline } from './outline.ts'
import type { PainterFont } from './manifest.ts'

/** A stretch of text in one font and direction, as drawn: lengths in em, the origin on the baseline at its left. */
export interface ShapedRun {
  width: number
  figures: readonly Figure[]
}

export interface RunRequest {
  text: string
  font: string
  /** As on the weight axis: 300 light to 900 black. Fonts of one weight ignore it. */
  weight: number
  rightToLeft: boolean
}

export interface FontSet {
  has(key: string): boolean
  add(key: string, bytes: Uint8Array): void
  /** Null while the font, or what sets it, is not there. */
  shape(request: RunRequest): ShapedRun | null
}

/** Shaped runs kept. Words repeat from keystroke to keystroke; at the limit the cache starts anew. */
const RUN_CACHE_SIZE = 4000

interface Face {
  face: HarfBuzzFace
  weights: readonly [number, number] | null
  instances: Map<number, { font: HarfBuzzFont; outlines: Map<number, Outline> }>
}

/** Fonts, shaped by HarfBuzz: the same WebAssembly everywhere, hence the same glyphs, kerning and outlines everywhere. */
export function createFontSet(hb: HarfBuzz, factsOf: (key: string) => PainterFont | undefined): FontSet {
  const faces = new Map<string, Face>()
  const runs = new Map<string, ShapedRun>()

  function instanceOf(key: string, weight: number) {
    const entry = faces.get(key)
    if (!entry) return null
    const value = entry.weights ? Math.min(entry.weights[1], Math.max(entry.weights[0], weight)) : 0
    let instance = entry.instances.get(value)
    if (!instance) {
      instance = { font: entry.face.font(entry.weights ? value : null), outlines: new Map() }
      entry.instances.set(value, instance)
    }
    return { ...instance, em: entry.face.unitsPerEm }
  }

  function shapeRun(request: RunRequest): ShapedRun | null {
    const instance = instanceOf(request.font, request.weight)
    if (!instance) return null
    const { font, outlines, em } = instance
    const figures: Figure[] = []
    let x = 0
    const glyphs = font.shape(request.text, request.rightToLeft)
    if (!glyphs) return null
    for (const { glyph, advance, xOffset, yOffset } of glyphs) {
      const outline = outlines.get(glyph) ?? font.outline(glyph)
      if (!outline) return null
      outlines.set(glyph, outline)
      if (outline.length > 0) figures.push({ outline, x: (x + xOffset) / em, y: -yOffset / em, scale: 1 / em })
      x += advance
    }
    return { width: x / em, figures }
  }

  return {
    has: (key) => faces.has(key),
    add(key, bytes) {
      const facts = factsOf(key)
      if (!facts) throw new Error(`No font is called ${key}`)
      if (faces.has(key)) return
      faces.set(key, { face: hb.face(bytes), weights: facts.weights, instances: new Map() })
    },
    shape(request) {
      const key = `${request.font}/${request.weight}/${request.rightToLeft ? 1 : 0}/${request.text}`
      const known = runs.get(key)
      if (known) return known
      const run = shapeRun(request)
      if (!run) return null
      if (runs.size >= RUN_CACHE_SIZE) runs.clear()
      runs.set(key, run)
      return run
    },
  }
}
