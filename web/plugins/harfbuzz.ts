import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { trimWasm } from './trim-wasm.ts'

const ID = 'virtual:harfbuzz'
const FILE = 'harfbuzzjs/dist/harfbuzz.wasm'

/** HarfBuzz as the page needs it: the package's file without what nothing here calls (painting, colours, names and more). */
export async function trimmedHarfBuzz(): Promise<Uint8Array> {
  const { HARFBUZZ_EXPORTS } = await import('@ninesixteen/shared/shaping/harfbuzz')
  return trimWasm(await readFile(createRequire(import.meta.url).resolve(FILE)), HARFBUZZ_EXPORTS)
}

/** Gives the address of HarfBuzz: trimmed in the build, the package's own file while developing. For the page and for workers. */
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
      if (!isBuild) return `export { default as harfBuzzUrl } from '${FILE}?url'`
      const file = this.emitFile({ type: 'asset', name: 'harfbuzz.wasm', source: await trimmedHarfBuzz() })
      return `export const harfBuzzUrl = import.meta.ROLLUP_FILE_URL_${file}`
    },
  }
}
