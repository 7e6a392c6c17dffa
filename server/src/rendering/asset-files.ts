import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { bidiLevels } from '@ninesixteen/shared/shaping/bidi-levels'
import { loadHarfBuzz, type HarfBuzz } from '@ninesixteen/shared/shaping/harfbuzz'
import { loadNeeded } from '@ninesixteen/shared/shaping/load-needed'
import { emojiFile, parseEmojiLayers, parseManifest, type PainterManifest, type TableKey } from '@ninesixteen/shared/shaping/manifest'
import { createShaper, type NeededAssets, type Shaper } from '@ninesixteen/shared/shaping/shaper'
import { instantiateWasm } from '@ninesixteen/shared/shaping/web-assembly'
import type { UploadedFontId } from '@ninesixteen/shared/slide/fonts'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { SlideInput } from './render-job.ts'

/** A shaper that reads fonts and emoji from disk on first use. */
export interface AssetShaper {
  shaper: Shaper
  /** `fonts` are the files of uploaded fonts. */
  prepare(slides: readonly Slide[], fonts?: SlideInput['fonts']): Promise<void>
}

const require = createRequire(import.meta.url)
const HARFBUZZ = require.resolve('harfbuzzjs/dist/harfbuzz.wasm')

function readHarfBuzz(): Promise<HarfBuzz> {
  return loadHarfBuzz(async (imports) => instantiateWasm(await readFile(HARFBUZZ), imports))
}

async function readManifest(assetsDir: string): Promise<PainterManifest> {
  return parseManifest(JSON.parse(await readFile(join(assetsDir, 'manifest.json'), 'utf8')))
}

export async function loadShaper(assetsDir: string): Promise<AssetShaper> {
  const [hb, manifest] = await Promise.all([readHarfBuzz(), readManifest(assetsDir)])
  const [base] = manifest.fonts
  if (!base) throw new Error('Missing painter font')
  const shaper = createShaper({ hb, manifest, baseFont: await readFile(join(assetsDir, base.file)) })

  shaper.addBidi(bidiLevels)

  async function addFont(key: string): Promise<void> {
    shaper.addFont(key, await readFile(join(assetsDir, shaper.font(key).file)))
  }

  async function addTable(key: TableKey): Promise<void> {
    shaper.addTable(key, await readFile(join(assetsDir, manifest.tables[key])))
  }

  async function addEmoji(key: string): Promise<void> {
    const text = await readFile(join(assetsDir, emojiFile(key)), 'utf8')
    shaper.addEmoji(key, parseEmojiLayers(JSON.parse(text)))
  }

  function addUploadedFont(id: UploadedFontId, files: SlideInput['fonts']): void {
    const file = files.get(id)
    if (!file) throw new Error('An uploaded font is missing')
    shaper.addUploadedFont(id, file)
  }

  async function load({ fonts, emoji, tables, uploads }: NeededAssets, files: SlideInput['fonts']): Promise<void> {
    for (const id of uploads) addUploadedFont(id, files)
    await Promise.all([...fonts.map(addFont), ...emoji.map(addEmoji), ...tables.map(addTable)])
  }

  return {
    shaper,
    prepare: (slides, files = new Map()) =>
      loadNeeded(
        () => shaper.neededAssets(slides),
        (needed) => load(needed, files),
      ),
  }
}
