import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { bidiLevels } from '../shaping/bidi-levels.ts'
import { loadHarfBuzz } from '../shaping/harfbuzz.ts'
import { emojiFile, parseEmojiLayers, parseManifest } from '../shaping/manifest.ts'
import { createShaper } from '../shaping/shaper.ts'
import type { Shaper } from '../shaping/shaper.ts'
import { instantiateWasm } from '../shaping/web-assembly.ts'
import { slideSchema } from '../slide/model.ts'
import type { Slide } from '../slide/model.ts'

const ASSETS = new URL('../../generated/painter/', import.meta.url)

const require = createRequire(import.meta.url)
const HARFBUZZ = require.resolve('harfbuzzjs/dist/harfbuzz.wasm')

/** The real shaper with the product's fonts, as `node scripts/build-assets.mjs` builds them. */
export async function testShaper(): Promise<Shaper> {
  const manifest = parseManifest(JSON.parse(await readFile(new URL('manifest.json', ASSETS), 'utf8')))
  const hb = await loadHarfBuzz(async (imports) => instantiateWasm(await readFile(HARFBUZZ), imports))
  const shaper = createShaper({ hb, manifest, baseFont: await readFile(new URL('fonts/latin.ttf', ASSETS)) })
  return shaper
}

/** Loads everything a text needs. */
export async function loadFor(shaper: Shaper, slides: readonly Pick<Slide, 'textBoxes'>[]): Promise<void> {
  const { fonts, emoji, bidi } = shaper.neededAssets(slides)
  if (bidi) shaper.addBidi(bidiLevels)
  for (const key of fonts) shaper.addFont(key, await readFile(new URL(`fonts/${key}.ttf`, ASSETS)))
  for (const key of emoji) {
    shaper.addEmoji(key, parseEmojiLayers(JSON.parse(await readFile(new URL(emojiFile(key), ASSETS), 'utf8'))))
  }
}

/** A slide with these texts, one box each. */
export function slideOf(texts: readonly string[], rest: Partial<Slide> = {}): Slide {
  const textBoxes = texts.map((text, index) => ({ id: `box${index}`, text, y: 20 + 90 * index }))
  return { ...slideSchema.parse({ id: 'slide', textBoxes }), ...rest }
}
