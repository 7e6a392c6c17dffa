// Words of the scripts that are written without spaces, taken out of ICU's data. The formats are those of ICU's ucmndata.h and dictionarydata.h.
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeHashed } from './painter-fonts.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
export const DICTIONARY_PACKAGE = 'icu4c-data'

/** ICU's names by those of the painter's tables. */
const DICTIONARIES = { thai: 'thaidict', lao: 'laodict', burmese: 'burmesedict', khmer: 'khmerdict' }
/** A trie of bytes, and letters that become bytes by an offset: the only kinds that shared/src/shaping/dictionary.ts reads. */
const BYTES_TRIE = 0
const TRIE_KIND = 7
const OFFSET_TRANSFORM = 0x1000000
const OFFSET = 0x1fffff
/** Places of 32 bit values among the ones at the beginning of a dictionary. */
const TRIE_AT = 0
const TOTAL_AT = 3
const KIND_AT = 4
const TRANSFORM_AT = 5

/** An item of ICU's common data file (little endian), without its header. */
function itemOf(data, name) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const toc = view.getUint16(0, true)
  const count = view.getUint32(toc, true)
  for (let entry = 0; entry < count; entry++) {
    const at = toc + 4 + entry * 8
    const start = toc + view.getUint32(at, true)
    const found = data.toString('latin1', start, data.indexOf(0, start))
    if (!found.endsWith(`/${name}.dict`)) continue
    const item = toc + view.getUint32(at + 4, true)
    return data.subarray(item + view.getUint16(item, true))
  }
  throw new Error(`ICU's data has no ${name}`)
}

/** The script's first code point, then the trie. */
function dictionaryOf(data, name) {
  const item = itemOf(data, name)
  const view = new DataView(item.buffer, item.byteOffset, item.byteLength)
  const value = (at) => view.getInt32(at * 4, true)
  const transform = value(TRANSFORM_AT)
  if ((value(KIND_AT) & TRIE_KIND) !== BYTES_TRIE || (transform & ~OFFSET) !== OFFSET_TRANSFORM)
    throw new Error(`${name} is of another kind`)
  const first = Buffer.alloc(4)
  first.writeUInt32LE(transform & OFFSET)
  return Buffer.concat([first, item.subarray(value(TRIE_AT), value(TOTAL_AT))])
}

/** The files of the dictionaries by the names of their tables. */
export async function buildDictionaries(folder) {
  const source = join(ROOT, 'node_modules', DICTIONARY_PACKAGE)
  const [file] = (await readdir(source)).filter((name) => /^icudt\d+l\.dat$/.test(name))
  if (!file) throw new Error(`${DICTIONARY_PACKAGE} has no data file`)
  const data = await readFile(join(source, file))
  const tables = {}
  for (const [key, name] of Object.entries(DICTIONARIES)) {
    tables[key] = await writeHashed(folder, { name: `tables/${key}`, ending: 'dict', bytes: dictionaryOf(data, name) })
  }
  return tables
}
