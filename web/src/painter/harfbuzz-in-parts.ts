import type { HarfBuzz, HarfBuzzFace, HarfBuzzFont } from '@ninesixteen/shared/shaping/harfbuzz'

/** HarfBuzz, whose larger part loads on demand. */
export interface HarfBuzzInParts {
  hb: HarfBuzz
  /** A text called a function missing from the lean file, which cannot be used again: the whole file is needed. */
  isStopped(): boolean
  /** Loads the whole file. Faces created afterwards use it. */
  complete(): Promise<void>
}

/**
 * The lean file has the functions that ran for every character of the product's typeface at build time. Load the whole file before adding a font
 * of another script. If a text still calls a missing function, it counts as not loaded until the whole file shapes it.
 */
export function harfBuzzInParts(lean: HarfBuzz, loadWhole: () => Promise<HarfBuzz>): HarfBuzzInParts {
  let whole: HarfBuzz | null = null
  let hasFailed = false

  function attempt<Value>(read: () => Value | null): Value | null {
    try {
      return read()
    } catch (error) {
      if (hasFailed || !(error instanceof WebAssembly.RuntimeError)) throw error
      // Its state may be inconsistent, so it is not used again.
      hasFailed = true
      return whole && read()
    }
  }

  function leanFace(bytes: Uint8Array): HarfBuzzFace {
    const first = lean.face(bytes)
    let second: HarfBuzzFace | null = null
    const face = (): HarfBuzzFace | null => (hasFailed ? (second ??= whole && whole.face(bytes)) : first)
    return {
      unitsPerEm: first.unitsPerEm,
      font(weight) {
        let cached: { by: HarfBuzzFace; font: HarfBuzzFont } | null = null
        const font = (): HarfBuzzFont | null => {
          const by = face()
          if (by && cached?.by !== by) cached = { by, font: by.font(weight) }
          return by && cached ? cached.font : null
        }
        return {
          shape: (text, rightToLeft, ligatures) => attempt(() => font()?.shape(text, rightToLeft, ligatures) ?? null),
          outline: (glyph) => attempt(() => font()?.outline(glyph) ?? null),
        }
      },
    }
  }

  return {
    hb: { face: (bytes) => (whole ? whole.face(bytes) : leanFace(bytes)) },
    isStopped: () => hasFailed && !whole,
    async complete() {
      whole ??= await loadWhole()
    },
  }
}
