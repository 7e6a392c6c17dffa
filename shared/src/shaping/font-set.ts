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
  /** Em added after each letter. */
  letterSpacing: number
}

export interface FontSet {
  has(key: string): boolean
  add(key: string, bytes: Uint8Array): void
  /** Null while the font, or what sets it, is not there. */
  shape(request: RunRequest): ShapedRun | null
}

/** Maximum cached runs. Words repeat from keystroke to keystroke; a full cache is cleared. */
const RUN_CACHE_SIZE = 4000
/** Outlines kept, about a kilobyte each. A font has hundreds of weights, and some have thousands of glyphs; at the limit the cache starts over. */
const OUTLINES_KEPT = 5000

interface Face {
  face: HarfBuzzFace
  weights: readonly [number, number] | null
  instances: Map<number, { font: HarfBuzzFont; outlines: Map<number, Outline> }>
}

/** Fonts, shaped by HarfBuzz: the same WebAssembly everywhere, hence the same glyphs, kerning and outlines everywhere. */
export function createFontSet(hb: HarfBuzz, factsOf: (key: string) => PainterFont | undefined): FontSet {
  const faces = new Map<string, Face>()
  const runs = new Map<string, ShapedRun>()
  let outlinesKept = 0

  function keepOutline(outlines: Map<number, Outline>, glyph: number, outline: Outline): void {
    if (outlinesKept >= OUTLINES_KEPT) {
      for (const { instances } of faces.values()) for (const instance of instances.values()) instance.outlines.clear()
      outlinesKept = 0
    }
    outlines.set(glyph, outline)
    outlinesKept += 1
  }

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
    const glyphs = font.shape(request.text, request.rightToLeft, request.letterSpacing === 0)
    if (!glyphs) return null
    const spacing = request.letterSpacing * em
    for (const [index, { glyph, cluster, advance, xOffset, yOffset }] of glyphs.entries()) {
      let outline = outlines.get(glyph)
      if (!outline) {
        outline = font.outline(glyph) ?? undefined
        if (!outline) return null
        keepOutline(outlines, glyph, outline)
      }
      if (outline.length > 0) figures.push({ outline, x: (x + xOffset) / em, y: -yOffset / em, scale: 1 / em })
      x += advance + (glyphs[index + 1]?.cluster === cluster ? 0 : spacing)
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
      const key = `${request.font}/${request.weight}/${request.letterSpacing}/${request.rightToLeft ? 1 : 0}/${request.text}`
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
