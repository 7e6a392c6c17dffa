import type { HarfBuzz, HarfBuzzFace, HarfBuzzFont } from '@ninesixteen/shared/shaping/harfbuzz'

/** HarfBuzz, of which the larger part is loaded when a text needs it. */
export interface HarfBuzzInParts {
  hb: HarfBuzz
  /** A text has met a function that the lean file does not have: nothing can be set by it any more, until the whole one is there. */
  isStopped(): boolean
  /** Loads the whole one. Faces made from then on are its own. */
  complete(): Promise<void>
}

/**
 * The lean file has what the product's typeface was seen to need when it was built, in every character. Whoever adds the font of another
 * script completes it first. Should the typeface still meet what is not there, the text counts as not loaded yet, and is set by the whole file.
 */
export function harfBuzzInParts(lean: HarfBuzz, loadWhole: () => Promise<HarfBuzz>): HarfBuzzInParts {
  let whole: HarfBuzz | null = null
  let hasFailed = false

  function attempt<Value>(read: () => Value | null): Value | null {
    try {
      return read()
    } catch (cause) {
      if (hasFailed || !(cause instanceof WebAssembly.RuntimeError)) throw cause
      // What it held may be half done: it is not asked again.
      hasFailed = true
      return null
    }
  }

  function leanFace(bytes: Uint8Array): HarfBuzzFace {
    const first = lean.face(bytes)
    let second: HarfBuzzFace | null = null
    const face = (): HarfBuzzFace | null => (hasFailed ? (second ??= whole && whole.face(bytes)) : first)
    return {
      unitsPerEm: first.unitsPerEm,
      font(weight) {
        let made: { by: HarfBuzzFace; font: HarfBuzzFont } | null = null
        const font = (): HarfBuzzFont | null => {
          const by = face()
          if (by && made?.by !== by) made = { by, font: by.font(weight) }
          return by && made ? made.font : null
        }
        return {
          shape: (text, rightToLeft) => attempt(() => font()?.shape(text, rightToLeft) ?? null),
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
