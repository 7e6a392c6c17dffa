// The typefaces that a text box can choose: their fonts, and a drawing of each name for lists of typefaces.
import { existsSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadHarfBuzz } from '../shared/src/shaping/harfbuzz.ts'
import { lineReach } from '../shared/src/shaping/line-reach.ts'
import { loadNeeded } from '../shared/src/shaping/load-needed.ts'
import { parseManifest } from '../shared/src/shaping/manifest.ts'
import { traceFigure } from '../shared/src/shaping/outline.ts'
import { createShaper } from '../shared/src/shaping/shaper.ts'
import { instantiateWasm } from '../shared/src/shaping/web-assembly.ts'
import { FONTS } from '../shared/src/slide/fonts.ts'
import { coverageOf, fontTools, writeHashed } from './painter-fonts.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** Asked for a character in this order. */
const SUBSETS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext']
const FILE = new RegExp(`-(${SUBSETS.join('|')})-(wght|\\d+)-(normal|italic)\\.woff2$`)
/** The weights that a text box can have. */
const [LIGHTEST, BOLDEST] = [300, 900]

function packageOf(id) {
  const variable = `@fontsource-variable/${id}`
  return existsSync(join(ROOT, 'node_modules', variable)) ? variable : `@fontsource/${id}`
}

export const FACE_PACKAGES = FONTS.map(({ id }) => packageOf(id))

/** How far letters reach above and below the baseline at these weights, in em. */
function lineOf(hb, face, weights) {
  const extentsAt = weights.map((weight) => {
    const font = new hb.Font(face)
    font.setVariations([new hb.Variation('wght', Math.min(BOLDEST, Math.max(LIGHTEST, weight)))])
    return (code) => {
      const glyph = font.nominalGlyph(code)
      if (!glyph) return null
      const { yBearing, height } = font.glyphExtents(glyph)
      return { top: yBearing, bottom: -yBearing - height }
    }
  })
  return lineReach(face.upem, extentsAt)
}

async function buildFile(folder, { id, name }, { unpack, hb }) {
  const [, subset, cut, style] = name.match(FILE)
  const ttf = await unpack(await readFile(join(ROOT, 'node_modules', packageOf(id), 'files', name)))
  const face = new hb.Face(new hb.Blob(ttf))
  const axis = face.getAxisInfos().wght
  const weights = axis ? [axis.min, axis.max] : [Number(cut), Number(cut)]
  const key = [id, subset, ...(axis ? [] : [cut]), ...(style === 'italic' ? [style] : [])].join('-')
  return {
    key,
    file: await writeHashed(folder, { name: `fonts/${key}`, ending: 'ttf', bytes: ttf }),
    primary: false,
    weights,
    coverage: coverageOf(face),
    line: subset === 'latin' ? lineOf(hb, face, weights) : null,
    face: id,
    italic: style === 'italic',
  }
}

function filesOf(names) {
  const files = names.filter((name) => {
    const weight = Number(name.match(FILE)?.[2])
    return FILE.test(name) && !(weight < LIGHTEST) && !(weight > BOLDEST)
  })
  const order = (name) => SUBSETS.indexOf(name.match(FILE)[1])
  return files.toSorted((one, other) => order(one) - order(other) || (one < other ? -1 : 1))
}

async function buildFace(folder, id, tools) {
  const fonts = []
  for (const name of filesOf(await readdir(join(ROOT, 'node_modules', packageOf(id), 'files')))) {
    fonts.push(await buildFile(folder, { id, name }, tools))
  }
  // One distance for all weights and subsets, so that neither a bold word nor an accent moves the lines.
  const lines = fonts.flatMap(({ line }) => (line ? [line] : []))
  const line = [0, 1].map((side) => Math.max(...lines.map((reach) => reach[side])))
  return fonts.map((font) => ({ ...font, line }))
}

/** Writes the table of typefaces and returns its path. */
export async function buildFaces(folder) {
  const tools = await fontTools()
  const fonts = []
  for (const { id } of FONTS) fonts.push(...(await buildFace(folder, id, tools)))
  return writeHashed(folder, { name: 'tables/faces', ending: 'json', bytes: JSON.stringify(fonts) })
}

/** Units of an em in the drawings, which are shown at some 17 pixels. */
const EM = 100
/** Greatest distance of a control point from the chord of a curve that is drawn as a line. */
const FLAT = 0.6
/** Room for strokes that leave their letter: above and below the baseline, and on either side. */
const [ABOVE, BELOW, ASIDE] = [110, 50, 12]

async function loadShaper(folder, manifest) {
  const read = (file) => readFile(join(folder, file))
  const wasm = await readFile(join(ROOT, 'node_modules/harfbuzzjs/dist/harfbuzz.wasm'))
  const hb = await loadHarfBuzz((imports) => instantiateWasm(wasm, imports))
  const shaper = createShaper({ hb, manifest, baseFont: await read(manifest.fonts[0].file) })
  const textBoxes = FONTS.map(({ id, name }) => ({ text: name, font: id, fontWeight: 400 }))
  await loadNeeded(
    () => shaper.neededAssets([{ textBoxes }]),
    async ({ fonts, tables }) => {
      for (const key of tables) shaper.addTable(key, await read(manifest.tables[key]))
      for (const key of fonts) shaper.addFont(key, await read(shaper.font(key).file))
    },
  )
  return shaper
}

/** Whether a curve, by its control point and end from its start, is so near its chord that a line shows the same. */
function isFlat(cx, cy, x, y) {
  return Math.abs(cx * y - cy * x) <= FLAT * Math.hypot(x, y)
}

/** An SVG path in whole numbers, each point relative to the one before it, without steps that round to nothing. */
function pathOf(figures) {
  const steps = []
  let [x, y] = [0, 0]
  const add = (command, ...coordinates) => {
    const step = coordinates.map((value, index) => Math.round(value) - (index % 2 === 0 ? x : y))
    if (command !== 'm' && step.every((value) => value === 0)) return
    steps.push(command + step.join(' '))
    x += step.at(-2)
    y += step.at(-1)
  }
  let start = [0, 0]
  const sink = {
    moveTo(...point) {
      add('m', ...point)
      start = [x, y]
    },
    lineTo: (...point) => add('l', ...point),
    quadraticCurveTo: (cx, cy, toX, toY) => (isFlat(cx - x, cy - y, toX - x, toY - y) ? add('l', toX, toY) : add('q', cx, cy, toX, toY)),
    bezierCurveTo: (...points) => add('c', ...points),
    closePath() {
      if (steps.at(-1).startsWith('l') && x === start[0] && y === start[1]) steps.pop()
      steps.push('z')
      x = start[0]
      y = start[1]
    },
  }
  for (const { outline, x: left, y: top, scale } of figures) traceFigure(sink, { outline, x: left * EM, y: top * EM, scale: scale * EM })
  return shorten(steps)
}

/** Joins steps without the letters and spaces that SVG does without. */
function shorten(steps) {
  const path = steps.map((step, index) => (index > 0 && step[0] === steps[index - 1][0] ? ` ${step.slice(1)}` : step))
  return path.join('').replaceAll(' -', '-')
}

/** Writes faces.svg: a symbol by the id of each typeface that shows its name in its own letters. */
export async function buildFacePreviews(folder, written) {
  const manifest = parseManifest(written)
  const shaper = await loadShaper(folder, manifest)
  const symbols = [{ id: undefined, name: 'TikTok Sans' }, ...FONTS].map(({ id: font, name }) => {
    const [paragraph] = shaper.paragraphs(name, null, { font, fontWeight: 400 })
    const { figures, width } = shaper.shapeLine(paragraph, { start: 0, end: paragraph.graphemes.length }, { weight: 400, letterSpacing: 0 })
    const box = [-ASIDE, -ABOVE, Math.ceil(width * EM) + 2 * ASIDE, ABOVE + BELOW].join(' ')
    return `<symbol id="${font ?? 'tiktok-sans'}" viewBox="${box}" preserveAspectRatio="xMinYMid" fill="currentColor"><path d="${pathOf(figures)}"/></symbol>`
  })
  await writeFile(join(folder, 'faces.svg'), `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`)
}
