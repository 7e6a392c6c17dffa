import bidiFactory from 'bidi-js'
import type { Bidi } from 'bidi-js'

/** The package's types describe its ES module; Node loads the CommonJS one, whose default import is the factory itself. */
const bidi = (bidiFactory as unknown as () => Bidi)()

/** Embedding level of each UTF-16 unit of a paragraph by the Unicode Bidirectional Algorithm: odd ones run from right to left. */
export function bidiLevels(paragraph: string): Uint8Array {
  return bidi.getEmbeddingLevels(paragraph, 'auto').levels
}
