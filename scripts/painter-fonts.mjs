// The fonts that slides are drawn with: as plain TrueType, since HarfBuzz reads no WOFF2, and the lists by which the painter finds them.
import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

const TIKTOK_SANS = '@fontsource-variable/tiktok-sans'
const noto = (script) => `@fontsource-variable/noto-sans-${script}`
const notoFile = (script) => ({
  key: script,
  from: noto(script),
  file: `noto-sans-${script}-${script}-wght-normal.woff2`,
  primary: false,
})

/** Listed in the manifest, in the order in which they are asked for a character. `primary` ones go before emoji, the others after. */
const FIRST = [
  ...['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'].map((subset) => ({
    key: subset,
    from: TIKTOK_SANS,
    file: `tiktok-sans-${subset}-wght-normal.woff2`,
    primary: true,
  })),
  ...['hebrew', 'arabic', 'devanagari', 'thai'].map(notoFile),
  { key: 'symbols', from: '@fontsource/noto-sans-symbols-2', file: 'noto-sans-symbols-2-symbols-400-normal.woff2', primary: false },
  { key: 'math', from: '@fontsource/noto-sans-math', file: 'noto-sans-math-latin-400-normal.woff2', primary: false },
]

/** Listed in a file of their own, which only slides load that have such a letter. */
const SCRIPTS = [
  'bengali',
  'gujarati',
  'gurmukhi',
  'kannada',
  'malayalam',
  'oriya',
  'sinhala',
  'tamil',
  'telugu',
  'khmer',
  'lao',
  'myanmar',
  'armenian',
  'ethiopic',
  'georgian',
]

/** Some hundred small files each, of which a slide loads those that have its characters. */
const FAMILIES = ['sc', 'tc', 'jp', 'kr']
/**
 * Ascent and descent of lines, in em: the extents of dense words of the script at the heaviest weight. The fonts' own values are up to half as much
 * again, for accents that no word has. Other scripts keep the metrics of the product's typeface.
 */
const LINES = {
  arabic: [1.02, 0.46],
  devanagari: [0.9, 0.4],
  thai: [1.06, 0.45],
  lao: [1.18, 0.33],
  khmer: [1.02, 0.59],
  myanmar: [1.02, 0.59],
  bengali: [0.98, 0.5],
  gurmukhi: [0.9, 0.4],
  kannada: [0.81, 0.54],
  malayalam: [0.87, 0.38],
  tamil: [0.87, 0.37],
  telugu: [0.87, 0.49],
}
/** The square of a character and some air, with the square in the middle. */
const FAMILY_LINE = [1.06, 0.3]
const OWN_LINE = [0, 0]
/** Latin and other characters that the product's typeface has. */
const NUMBERED = /-\d+-wght-normal\.woff2$/

/** Packages that the fonts come from. */
export const FONT_PACKAGES = [...new Set([...FIRST.map((font) => font.from), ...[...SCRIPTS, ...FAMILIES].map(noto)])]

/** Sorted code points to ranges (first, last, first, last ...), and these to the steps between their ends. */
export function stepsOf(codePoints) {
  const ends = []
  for (const code of codePoints.toSorted((a, b) => a - b)) {
    if (ends.length > 0 && ends[ends.length - 1] === code - 1) ends[ends.length - 1] = code
    else ends.push(code, code)
  }
  return ends.map((end, index) => end - (ends[index - 1] ?? 0))
}

/** The characters that a font has a glyph for. */
export function coverageOf(face) {
  return stepsOf([...face.collectUnicodes()])
}

/** Writes a file named by its hash, so that it can be cached forever, and returns the path. */
export async function writeHashed(folder, { name, ending, bytes }) {
  const file = `${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}.${ending}`
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), bytes)
  return file
}

/** A WOFF2 decompressor and HarfBuzz. */
export async function fontTools() {
  const [{ default: wawoff2 }, hb] = await Promise.all([import('wawoff2'), import('harfbuzzjs')])
  return { unpack: (bytes) => wawoff2.decompress(bytes), hb }
}

/** As the product's typeface says of itself, at the weight of plain text. */
function primaryLine(hb, face, axis) {
  const font = new hb.Font(face)
  if (axis) font.setVariations([new hb.Variation('wght', 400)])
  const { ascender, descender } = font.hExtents()
  return [ascender / face.upem, -descender / face.upem]
}

async function buildFont(folder, { key, from, file, primary }, { unpack, hb }) {
  const ttf = await unpack(await readFile(join(ROOT, 'node_modules', from, 'files', file)))
  const face = new hb.Face(new hb.Blob(ttf))
  const axis = face.getAxisInfos().wght
  return {
    key,
    file: await writeHashed(folder, { name: `fonts/${key}`, ending: 'ttf', bytes: ttf }),
    primary,
    weights: axis ? [axis.min, axis.max] : null,
    coverage: coverageOf(face),
    line: primary ? primaryLine(hb, face, axis) : (LINES[key] ?? OWN_LINE),
  }
}

async function buildAll(folder, sources) {
  const made = await fontTools()
  const fonts = []
  for (const source of sources) fonts.push(await buildFont(folder, source, made))
  return fonts
}

async function familySources(family) {
  const names = await readdir(join(ROOT, 'node_modules', noto(family), 'files'))
  return names
    .filter((name) => NUMBERED.test(name))
    .map((file) => ({ key: `${family}-${file.match(/-(\d+)-wght/)[1]}`, from: noto(family), file, primary: false }))
}

/** The fonts of the manifest, and the files of the lists of all others by their names. */
export async function buildFonts(folder) {
  const fonts = await buildAll(folder, FIRST)
  const lists = { scripts: await buildAll(folder, SCRIPTS.map(notoFile)) }
  for (const family of FAMILIES) {
    const made = await buildAll(folder, await familySources(family))
    lists[family] = made.map((font) => ({ ...font, line: FAMILY_LINE }))
  }
  const tables = {}
  for (const [name, list] of Object.entries(lists)) {
    tables[name] = await writeHashed(folder, { name: `tables/${name}`, ending: 'json', bytes: JSON.stringify(list) })
  }
  return { fonts, tables }
}
