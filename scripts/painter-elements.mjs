// Icons and emoji that users place as shapes: their drawings for the painter, previews and names for the editor's elements panel.
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ICONS, iconKey } from '../shared/src/slide/icons.ts'
import { emojiKey, iconLayers } from './emoji-layers.mjs'

const require = createRequire(import.meta.url)
const LUCIDE = 'lucide-react'

/** Packages that the assets are built from. */
export const ELEMENT_PACKAGES = [LUCIDE, 'unicode-emoji-json', 'emojilib']

const COMMANDS = ['M', 'L', 'Q', 'C', 'Z']
const COORDINATES = [2, 2, 4, 6, 0]

function pathData(outline) {
  let data = ''
  for (let i = 0; i < outline.length;) {
    const end = i + 1 + COORDINATES[outline[i]]
    data += COMMANDS[outline[i]] + outline.slice(i + 1, end).join(' ')
    i = end
  }
  return data
}

function symbolOf(id, paths) {
  return `<symbol id="${id}" viewBox="0 0 36 36">${paths.join('')}</symbol>`
}

function writeSprite(file, symbols) {
  return writeFile(file, `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`)
}

/** Icons are files beside those of the emoji, so that hosts load them the same way. */
export async function buildIcons(folder, findPackage) {
  const symbols = []
  for (const name of ICONS) {
    const { __iconData: icon } = await import(pathToFileURL(join(findPackage(LUCIDE), 'dist/esm/icons', `${name}.mjs`)).href)
    const layers = iconLayers(icon.node)
    await writeFile(join(folder, 'emoji', `${iconKey(name)}.json`), JSON.stringify(layers))
    const paths = layers.map(
      ([, , , outline, width]) =>
        `<path d="${pathData(outline)}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`,
    )
    symbols.push(symbolOf(name, paths))
  }
  await writeSprite(join(folder, 'icons.svg'), symbols)
}

function layerPath([color, opacity, evenOdd, outline, width]) {
  const paint = width === undefined ? `fill="${color}"` : `fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round"`
  return `<path d="${pathData(outline)}" ${paint}${opacity === 1 ? '' : ` opacity="${opacity}"`}${evenOdd ? ' fill-rule="evenodd"' : ''}/>`
}

/** Key of an emoji that is written as a character. */
function keyOf(emoji) {
  return emojiKey([...emoji].map((character) => character.codePointAt(0).toString(16)).join('-'))
}

/** The emoji in their groups, each with key, name and words to find it by, and a sprite of previews for each group. */
export async function buildEmojiIndex(folder, keys) {
  const known = new Set(keys)
  const groups = require('unicode-emoji-json/data-by-group.json')
  const words = require('emojilib')
  const index = groups.map(({ name, slug, emojis }) => {
    const drawn = emojis.map(({ emoji, name: label }) => [keyOf(emoji), label, (words[emoji] ?? []).join(' ')])
    return { name, slug, emoji: drawn.filter(([key]) => known.has(key)) }
  })
  for (const { slug, emoji } of index) {
    const symbols = []
    for (const [key] of emoji) {
      const layers = JSON.parse(await readFile(join(folder, 'emoji', `${key}.json`), 'utf8'))
      symbols.push(symbolOf(`e${key}`, layers.map(layerPath)))
    }
    await writeSprite(join(folder, `emoji-${slug}.svg`), symbols)
  }
  await writeFile(join(folder, 'emoji-index.json'), JSON.stringify(index))
}
