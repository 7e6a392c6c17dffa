// The painter's assets: fonts, the data that only some slides need for shaping, and emoji and icons as vector layers.
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildDictionaries, DICTIONARY_PACKAGE } from './dictionaries.mjs'
import { buildHanStandards } from './han-standards.mjs'
import { buildFacePreviews, buildFaces, FACE_PACKAGES } from './painter-faces.mjs'
import { buildEmojiIndex, buildIcons, ELEMENT_PACKAGES } from './painter-elements.mjs'
import { buildFonts, FONT_PACKAGES } from './painter-fonts.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const OUTPUT = join(ROOT, 'shared/generated/painter')

/** The code that decides what is in the assets. */
const SOURCES = [
  'scripts/build-assets.mjs',
  'scripts/painter-fonts.mjs',
  'scripts/painter-faces.mjs',
  'scripts/painter-elements.mjs',
  'scripts/han-standards.mjs',
  'scripts/dictionaries.mjs',
  'scripts/emoji-layers.mjs',
  'shared/src/shaping/line-reach.ts',
  'shared/src/slide/fonts.ts',
  'shared/src/slide/icons.ts',
]
const TWEMOJI = '@twemoji/svg'

/** Changes when a source package or this code does; the assets on disk carry the one they were built from. */
async function stampOf() {
  const hash = createHash('sha256')
  for (const name of [
    ...FONT_PACKAGES,
    ...FACE_PACKAGES,
    DICTIONARY_PACKAGE,
    ...ELEMENT_PACKAGES,
    TWEMOJI,
    'svgpath',
    'wawoff2',
    'harfbuzzjs',
  ]) {
    const { version } = JSON.parse(await readFile(join(findPackage(name), 'package.json'), 'utf8'))
    hash.update(`${name}@${version}\n`)
  }
  for (const file of SOURCES) hash.update(await readFile(join(ROOT, file)))
  return hash.digest('hex').slice(0, 12)
}

/** Not every package exports its package.json, so they are found by folder: workspaces keep them at the root. */
function findPackage(name) {
  return join(ROOT, 'node_modules', name)
}

async function buildEmoji(folder) {
  const { emojiKey, emojiLayers } = await import('./emoji-layers.mjs')
  const source = findPackage(TWEMOJI)
  await mkdir(join(folder, 'emoji'), { recursive: true })
  const keys = new Set()
  const files = (await readdir(source)).filter((name) => name.endsWith('.svg'))
  for (const file of files) {
    const key = emojiKey(file)
    if (keys.has(key)) throw new Error(`Two drawings are called ${key}`)
    keys.add(key)
    await writeFile(join(folder, 'emoji', `${key}.json`), JSON.stringify(emojiLayers(await readFile(join(source, file), 'utf8'))))
  }
  return [...keys].toSorted()
}

async function currentStamp() {
  const text = await readFile(join(OUTPUT, 'manifest.json'), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : JSON.parse(text).version
}

/**
 * Builds shared/generated/painter, or does nothing when it exists. Writes a new folder and moves it into place, so that an interrupted build, or
 * two at once, never leave half of it.
 */
export async function buildAssets({ force = false } = {}) {
  const version = await stampOf()
  if (!force && (await currentStamp()) === version) return { built: false, folder: OUTPUT }
  const folder = `${OUTPUT}.${randomBytes(4).toString('hex')}`
  try {
    const { fonts, tables } = await buildFonts(folder)
    Object.assign(tables, { faces: await buildFaces(folder), han: await buildHanStandards(folder) }, await buildDictionaries(folder))
    const emoji = await buildEmoji(folder)
    await buildIcons(folder, findPackage)
    await buildEmojiIndex(folder, emoji)
    const manifest = { version, fonts, tables, emoji: emoji.join(' ') }
    await buildFacePreviews(folder, manifest)
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
    await rm(OUTPUT, { recursive: true, force: true })
    await rename(folder, OUTPUT).catch(async (error) => {
      if ((await currentStamp()) !== version) throw error
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return { built: true, folder: OUTPUT }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { built } = await buildAssets({ force: process.argv.includes('--force') })
  process.stdout.write(built ? 'Painter assets built\n' : 'Painter assets are up to date\n')
}
