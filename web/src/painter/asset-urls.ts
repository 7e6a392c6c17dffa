import { loadHarfBuzz } from '@ninesixteen/shared/shaping/harfbuzz'
import type { HarfBuzz } from '@ninesixteen/shared/shaping/harfbuzz'
import { emojiFile, parseEmojiLayers, parseManifest } from '@ninesixteen/shared/shaping/manifest'
import type { PainterFont } from '@ninesixteen/shared/shaping/manifest'
import { loadNeeded } from '@ninesixteen/shared/shaping/load-needed'
import { createShaper } from '@ninesixteen/shared/shaping/shaper'
import type { NeededAssets, Shaper } from '@ninesixteen/shared/shaping/shaper'
import type { UploadedFontId } from '@ninesixteen/shared/slide/fonts'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { harfBuzzUrl, leanHarfBuzzUrl } from 'virtual:harfbuzz'
import { fetchStoredFile } from './decode-image.ts'
import { harfBuzzInParts } from './harfbuzz-in-parts.ts'
import type { ResolveUrl } from './images.ts'

/** The server's path of the painter's fonts and emoji. */
const ASSETS = '/painter'

/** A shaper that fetches its fonts and emoji when a slide first needs them. Works in the page and in workers. */
export interface AssetShaper {
  shaper: Shaper
  /** `resolveUrl` finds the files of uploaded fonts. One that is gone is no error: its texts lay out without it. */
  prepare(slides: readonly Pick<Slide, 'textBoxes'>[], resolveUrl: ResolveUrl): Promise<void>
}

/** Fonts or emoji of a slide could not be loaded. */
export class GlyphsUnavailable extends Error {
  constructor(cause: unknown) {
    super('The fonts of this slide could not be loaded. Check your connection and try again.', { cause })
  }
}

async function fetchOk(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`The painter could not load ${url}: ${response.status}`)
  return response
}

/** URL of a file whose name contains a hash of its content. */
export function assetUrl(file: string): string {
  return `${ASSETS}/${file}`
}

async function fetchAsset(file: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetchOk(assetUrl(file))).arrayBuffer())
}

function fetchHarfBuzz(url: string): Promise<HarfBuzz> {
  // Compiles while downloading.
  return loadHarfBuzz(async (imports) => (await WebAssembly.instantiateStreaming(fetchOk(url), imports)).instance.exports)
}

export async function loadShaper(): Promise<AssetShaper> {
  const [lean, response] = await Promise.all([fetchHarfBuzz(leanHarfBuzzUrl), fetchOk(`${ASSETS}/manifest.json`, { cache: 'no-cache' })])
  const manifest = parseManifest(await response.json())
  const [base] = manifest.fonts
  if (!base) throw new Error('The painter has no font')
  const parts = harfBuzzInParts(lean, () => fetchHarfBuzz(harfBuzzUrl))
  const baseFont = await fetchAsset(base.file)
  const shaper = createShaper({ hb: parts.hb, manifest, baseFont })
  /** Running loads, so that concurrent slides fetch a font once. */
  const loading = new Map<string, Promise<void>>()

  function once(key: string, load: () => Promise<void>): Promise<void> {
    let pending = loading.get(key)
    if (!pending) {
      pending = load().finally(() => loading.delete(key))
      loading.set(key, pending)
    }
    return pending
  }

  const completeHarfBuzz = () => once('harfbuzz', parts.complete)

  async function loadFont(key: string): Promise<void> {
    const { file, primary } = shaper.font(key)
    const [bytes] = await Promise.all([fetchAsset(file), primary || completeHarfBuzz()])
    shaper.addFont(key, bytes)
  }

  async function startAgain({ key }: PainterFont): Promise<void> {
    await completeHarfBuzz()
    // Adds nothing, but invalidates the layouts.
    shaper.addFont(key, baseFont)
  }

  async function loadUpload(id: UploadedFontId, resolveUrl: ResolveUrl): Promise<void> {
    const [file] = await Promise.all([resolveUrl(id, 'original').then(fetchStoredFile), completeHarfBuzz()])
    shaper.addUploadedFont(id, file && new Uint8Array(await file.arrayBuffer()))
  }

  async function loadAll({ fonts, emoji, tables, uploads, bidi }: NeededAssets, resolveUrl: ResolveUrl): Promise<void> {
    await Promise.all([
      bidi && once('bidi', async () => shaper.addBidi((await import('@ninesixteen/shared/shaping/bidi-levels')).bidiLevels)),
      ...uploads.map((id) => once(`upload ${id}`, () => loadUpload(id, resolveUrl))),
      ...fonts.map((key) => once(`font ${key}`, () => loadFont(key))),
      ...tables.map((key) => once(`table ${key}`, async () => shaper.addTable(key, await fetchAsset(manifest.tables[key])))),
      ...emoji.map((key) =>
        once(`emoji ${key}`, async () => {
          const layers: unknown = await (await fetchOk(`${ASSETS}/${emojiFile(key)}?v=${manifest.version}`)).json()
          shaper.addEmoji(key, parseEmojiLayers(layers))
        }),
      ),
    ])
  }

  return {
    shaper,
    async prepare(slides, resolveUrl) {
      try {
        if (parts.isStopped()) await once('again', () => startAgain(base))
        await loadNeeded(
          () => shaper.neededAssets(slides),
          (needed) => loadAll(needed, resolveUrl),
        )
      } catch (error) {
        throw new GlyphsUnavailable(error)
      }
    },
  }
}
