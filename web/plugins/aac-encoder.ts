import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const ID = 'virtual:aac-encoder'
const OUTPUT = join(import.meta.dirname, '../generated')
/** Around the script in the package, which is a template literal. */
const [BEGINNING, END] = ['return inlineWorker(`', '`);\n}']

/** The script of the encoder's worker. The package would start it from a blob, which the content security policy forbids. */
export async function encoderScript(): Promise<string> {
  const source = await readFile(fileURLToPath(import.meta.resolve('@mediabunny/aac-encoder')), 'utf8')
  const [, script, ...others] = source.split(BEGINNING)
  const literal = script?.slice(0, script.indexOf(END))
  if (literal === undefined || others.length > 0)
    throw new Error('The package @mediabunny/aac-encoder has changed: find the script of its worker')
  // The package's own template literal, which has no expressions.
  const { default: text } = (await import(`data:text/javascript,${encodeURIComponent(`export default \`${literal}\``)}`)) as {
    default: string
  }
  return text
}

/** Provides the URL of the AAC encoder, a worker script of our own origin. */
export function aacEncoderFile(): Plugin {
  return {
    name: 'ninesixteen:aac-encoder',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null
      const file = join(OUTPUT, 'aac-encoder.js')
      await mkdir(OUTPUT, { recursive: true })
      await writeFile(file, await encoderScript())
      return `export { default as aacEncoderUrl } from ${JSON.stringify(`${file}?url`)}`
    },
  }
}
