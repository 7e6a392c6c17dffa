import type { NeededAssets } from './shaper.ts'

/** Tables that tell of tables that tell of fonts: what is still needed after so many rounds will not come. */
const ROUNDS = 12

/** Loads what is needed until nothing is: a list of fonts that has arrived tells which of them are needed. */
export async function loadNeeded(needs: () => NeededAssets, load: (needed: NeededAssets) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const needed = needs()
    const { fonts, emoji, tables, uploads, bidi } = needed
    if (fonts.length + emoji.length + tables.length + uploads.length === 0 && !bidi) return
    await load(needed)
  }
  throw new Error('Fonts for the text did not load')
}
