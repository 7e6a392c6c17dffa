import { loadHarfBuzz } from '@ninesixteen/shared/shaping/harfbuzz'
import type { HarfBuzz } from '@ninesixteen/shared/shaping/harfbuzz'
import { emojiFile, parseEmojiLayers, parseManifest } from '@ninesixteen/shared/shaping/manifest'
import { createShaper } from '@ninesixteen/shared/shaping/shaper'
import type { Shaper } from '@ninesixteen/shared/shaping/shaper'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { harfBuzzUrl, leanHarfBuzzUrl } from 'virtual:harfbuzz'
import { harfBuzzInParts } from './harfbuzz-in-parts.ts'

/** Where the server offers the painter's fonts and emoji. */
const ASSETS = '/painter'

/** A shaper that fetches its fonts and emoji when a slide first needs them. Works in the page and in workers. */
export interface AssetShaper {
  shaper: Shaper
  prepare(slides: readonly Pick<Slide, 'textBoxes'>[]): Promise<void>
}

async function fetchOk(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`The painter could not load ${url}: ${response.status}`)
  return response
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetchOk(url)).arrayBuffer())
}

function fetchHarfBuzz(url: string): Promise<HarfBuzz> {
  // Compiled while it arrives.
  return loadHarfBuzz(async (imports) => (await WebAssembly.instantiateStreaming(fetchOk(url), imports)).instance.exports)
}

export async function loadShaper(): Promise<AssetShaper> {
  const [lean, response] = await Promise.all([fetchHarfBuzz(leanHarfBuzzUrl), fetchOk(`${ASSETS}/manifest.json`, { cache: 'no-cache' })])
  const manifest = parseManifest(await response.json())
  const urlOf = (file: string): string => `${ASSETS}/${file}?v=${manifest.version}`
  const [base] = manifest.fonts
  if (!base) throw new Error('The painter has no font')
  const fontsByKey = new Map(manifest.fonts.map((font) => [font.key, font]))
  const parts = harfBuzzInParts(lean, () => fetchHarfBuzz(harfBuzzUrl))
  const [baseKey, baseFont] = [base.key, await fetchBytes(urlOf(base.file))]
  const shaper = createShaper({ hb: parts.hb, manifest, baseFont })
  /** Loads under way, so that slides which need the same font at once fetch it once. */
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
    const { file = '', primary = false } = fontsByKey.get(key) ?? {}
    const [bytes] = await Promise.all([fetchBytes(urlOf(file)), primary || completeHarfBuzz()])
    shaper.addFont(key, bytes)
  }

  async function startAgain(): Promise<void> {
    await completeHarfBuzz()
    // Nothing is added, and what was laid out counts as old.
    shaper.addFont(baseKey, baseFont)
  }

  return {
    shaper,
    async prepare(slides) {
      const { fonts, emoji, bidi } = shaper.neededAssets(slides)
      await Promise.all([
        bidi && once('bidi', async () => shaper.addBidi((await import('@ninesixteen/shared/shaping/bidi-levels')).bidiLevels)),
        parts.isStopped() && once('again', startAgain),
        ...fonts.map((key) => once(`font ${key}`, () => loadFont(key))),
        ...emoji.map((key) =>
          once(`emoji ${key}`, async () => {
            const layers: unknown = await (await fetchOk(urlOf(emojiFile(key)))).json()
            shaper.addEmoji(key, parseEmojiLayers(layers))
          }),
        ),
      ])
    },
  }
}
