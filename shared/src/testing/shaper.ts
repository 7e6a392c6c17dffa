import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { bidiLevels } from '../shaping/bidi-levels.ts'
import { loadHarfBuzz, type HarfBuzz } from '../shaping/harfbuzz.ts'
import { loadNeeded } from '../shaping/load-needed.ts'
import { emojiFile, parseEmojiLayers, parseManifest, type PainterManifest } from '../shaping/manifest.ts'
import { createShaper, type NeededAssets, type Shaper } from '../shaping/shaper.ts'
import { instantiateWasm } from '../shaping/web-assembly.ts'
import { slideSchema, type Slide } from '../slide/model.ts'

const ASSETS = new URL('../../generated/painter/', import.meta.url)

const require = createRequire(import.meta.url)
const HARFBUZZ = require.resolve('harfbuzzjs/dist/harfbuzz.wasm')

export function readAsset(file: string): Promise<Uint8Array> {
  return readFile(new URL(file, ASSETS))
}

export async function readManifest(): Promise<PainterManifest> {
  return parseManifest(JSON.parse(await readFile(new URL('manifest.json', ASSETS), 'utf8')))
}

export function testHarfBuzz(): Promise<HarfBuzz> {
  return loadHarfBuzz(async (imports) => instantiateWasm(await readFile(HARFBUZZ), imports))
}

/** The real shaper with the product's fonts, as `node scripts/build-assets.mjs` builds them. */
export async function testShaper(): Promise<Shaper> {
  const manifest = await readManifest()
  const hb = await testHarfBuzz()
  return createShaper({ hb, manifest, baseFont: await readAsset(manifest.fonts[0]?.file ?? '') })
}

/** Loads everything a text needs, and tells in which order. */
export async function loadFor(shaper: Shaper, slides: readonly Pick<Slide, 'textBoxes'>[]): Promise<NeededAssets[]> {
  const { tables: files } = await readManifest()
  const rounds: NeededAssets[] = []
  await loadNeeded(
    () => shaper.neededAssets(slides),
    async (needed) => {
      rounds.push(needed)
      if (needed.bidi) shaper.addBidi(bidiLevels)
      for (const key of needed.fonts) shaper.addFont(key, await readAsset(shaper.font(key).file))
      for (const key of needed.tables) shaper.addTable(key, await readAsset(files[key]))
      for (const key of needed.emoji) {
        shaper.addEmoji(key, parseEmojiLayers(JSON.parse(await readFile(new URL(emojiFile(key), ASSETS), 'utf8'))))
      }
    },
  )
  return rounds
}

/** A slide with these texts, one box each. */
export function slideOf(texts: readonly string[], rest: Partial<Slide> = {}): Slide {
  const textBoxes = texts.map((text, index) => ({ id: `box${index}`, text, y: 20 + 90 * index }))
  return { ...slideSchema.parse({ id: 'slide', textBoxes }), ...rest }
}
