import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { leanWasm, tracedWasm } from './lean-wasm.ts'
import { setTypeface } from './set-typeface.ts'
import { trimWasm } from './trim-wasm.ts'

const ID = 'virtual:harfbuzz'
const FILE = 'harfbuzzjs/dist/harfbuzz.wasm'

/** HarfBuzz for the page: the package's file without functions that the page never calls (painting, colors, names and more). */
export async function trimmedHarfBuzz(): Promise<Uint8Array> {
  const { HARFBUZZ_EXPORTS } = await import('@ninesixteen/shared/shaping/harfbuzz')
  return trimWasm(await readFile(createRequire(import.meta.url).resolve(FILE)), HARFBUZZ_EXPORTS)
}

/**
 * HarfBuzz for the first slide: only the functions that run while the product's typeface is shaped. Texts in other scripts load the whole
 * file, as does a text that calls a missing function (web/src/painter/harfbuzz-in-parts.ts).
 */
async function buildLean(): Promise<Uint8Array> {
  const { instantiateWasm } = await import('@ninesixteen/shared/shaping/web-assembly')
  const trimmed = await trimmedHarfBuzz()
  let exports: unknown
  await setTypeface(async (imports) => (exports = await instantiateWasm(tracedWasm(trimmed), imports)))
  return leanWasm(trimmed, { ...(exports as object) })
}

let lean: Promise<Uint8Array> | null = null

/** Built once for the page and its workers. */
export function leanHarfBuzz(): Promise<Uint8Array> {
  lean ??= buildLean()
  return lean
}

/** Provides the URLs of the lean and the whole HarfBuzz to the page and its workers. In development, both are the package's file. */
export function harfBuzzFile(): Plugin {
  let isBuild = false
  return {
    name: 'ninesixteen:harfbuzz',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null
      if (!isBuild) return `import url from '${FILE}?url'\nexport const leanHarfBuzzUrl = url, harfBuzzUrl = url`
      const emit = async (name: string, source: Promise<Uint8Array>) => this.emitFile({ type: 'asset', name, source: await source })
      const [small, whole] = [await emit('harfbuzz-lean.wasm', leanHarfBuzz()), await emit('harfbuzz.wasm', trimmedHarfBuzz())]
      return `export const leanHarfBuzzUrl = import.meta.ROLLUP_FILE_URL_${small}\nexport const harfBuzzUrl = import.meta.ROLLUP_FILE_URL_${whole}`
    },
  }
}
