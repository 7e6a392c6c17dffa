// What the painter draws with: fonts as plain TrueType (HarfBuzz reads no WOFF2) and emoji as vector layers.
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const OUTPUT = join(ROOT, 'shared/generated/painter')

const TIKTOK_SANS = '@fontsource-variable/tiktok-sans'
/** In the order in which they are asked for a character. `primary` ones go before emoji, the others after. */
const FONTS = [
  ...['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'].map((subset) => ({
    key: subset,
    from: TIKTOK_SANS,
    file: `tiktok-sans-${subset}-wght-normal.woff2`,
    primary: true,
  })),
  ...['hebrew', 'arabic', 'devanagari', 'thai'].map((script) => ({
    key: script,
    from: `@fontsource-variable/noto-sans-${script}`,
    file: `noto-sans-${script}-${script}-wght-normal.woff2`,
    primary: false,
  })),
  { key: 'symbols', from: '@fontsource/noto-sans-symbols-2', file: 'noto-sans-symbols-2-symbols-400-normal.woff2', primary: false },
  { key: 'math', from: '@fontsource/noto-sans-math', file: 'noto-sans-math-latin-400-normal.woff2', primary: false },
]
const TWEMOJI = '@twemoji/svg'

/** Changes when a source package or this code does; the assets on disk carry the one they were built from. */
async function stampOf() {
  const hash = createHash('sha256')
  for (const name of new Set([...FONTS.map((font) => font.from), TWEMOJI, 'svgpath', 'wawoff2', 'harfbuzzjs'])) {
    const { version } = JSON.parse(await readFile(join(findPackage(name), 'package.json'), 'utf8'))
    hash.update(`${name}@${version}\n`)
  }
  for (const file of ['build-assets.mjs', 'emoji-layers.mjs']) hash.update(await readFile(join(ROOT, 'scripts', file)))
  return hash.digest('hex').slice(0, 12)
}

/** Not every package exports its package.json, so they are found by folder: workspaces keep them at the root. */
function findPackage(name) {
  return join(ROOT, 'node_modules', name)
}

/** Sorted code points to [first, last, first, last, ...]. */
function rangesOf(codePoints) {
  const ranges = []
  for (const code of codePoints) {
    if (ranges.length > 0 && ranges[ranges.length - 1] === code - 1) ranges[ranges.length - 1] = code
    else ranges.push(code, code)
  }
  return ranges
}

async function buildFonts(folder) {
  const { default: wawoff2 } = await import('wawoff2')
  const hb = await import('harfbuzzjs')
  await mkdir(join(folder, 'fonts'), { recursive: true })
  const fonts = []
  for (const { key, from, file, primary } of FONTS) {
    const ttf = await wawoff2.decompress(await readFile(join(findPackage(from), 'files', file)))
    const face = new hb.Face(new hb.Blob(ttf))
    const axis = face.getAxisInfos().wght
    const name = `fonts/${key}.ttf`
    await writeFile(join(folder, name), ttf)
    const coverage = rangesOf([...face.collectUnicodes()].toSorted((a, b) => a - b))
    fonts.push({ key, file: name, primary, weights: axis ? [axis.min, axis.max] : null, coverage })
  }
  return fonts
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
 * Builds shared/generated/painter, or does nothing when it stands already. The folder is made beside the old one and
 * moved into place, so that a build which is cut short, or two at once, never leave half of it.
 */
export async function buildAssets({ force = false } = {}) {
  const version = await stampOf()
  if (!force && (await currentStamp()) === version) return { built: false, folder: OUTPUT }
  const folder = `${OUTPUT}.${randomBytes(4).toString('hex')}`
  try {
    const fonts = await buildFonts(folder)
    const emoji = await buildEmoji(folder)
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ version, fonts, emoji: emoji.join(' ') }))
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
