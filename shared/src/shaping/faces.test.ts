import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { touchedBy, union } from '../scene/region.ts'
import { FONTS } from '../slide/fonts.ts'
import type { FontId } from '../slide/fonts.ts'
import { textBoxSchema } from '../slide/model.ts'
import type { TextBox } from '../slide/model.ts'
import { loadFor, readAsset, readManifest, testShaper } from '../testing/shaper.ts'
import { capitals } from './faces.ts'
import { parseFaces } from './manifest.ts'
import type { FaceFont } from './manifest.ts'
import type { Shaper } from './shaper.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 .,!?&%“”’–-'

/** Hashes of the letters at all weights: a change of a package or of HarfBuzz that moves an outline changes slides that users have made. */
const OUTLINES: Record<FontId, string> = {
  anton: 'fb9b58aa88e6',
  'archivo-black': 'c88a57d90e4f',
  'bebas-neue': '244a506564ad',
  'league-spartan': 'b632dcaeca4f',
  oswald: '2d2e925e382f',
  'dm-sans': '5fbb9c833b65',
  montserrat: 'b678d2445d50',
  outfit: '86b0e3687ff8',
  poppins: 'b6afd44ee2a3',
  'space-grotesk': 'ec6c942930b7',
  'abril-fatface': 'f3e3c2152bbd',
  'cormorant-garamond': '00df35b72a94',
  'dm-serif-display': '67c16bb1cb34',
  'libre-baskerville': 'c0b1f6c0027e',
  lora: '9160fea1e78a',
  'playfair-display': 'a403a0fdd245',
  caveat: '7085e024196a',
  'dancing-script': 'd91944345165',
  'great-vibes': 'ba344f019c74',
  pacifico: '082859c1d958',
  'permanent-marker': '480e4bbf964c',
  'courier-prime': '0f8cac38c958',
  'jetbrains-mono': 'be1590c0f6ca',
  'space-mono': '49c479764a63',
}

/** Their files bring no kerning that HarfBuzz reads. */
const UNKERNED: readonly FontId[] = ['poppins', 'permanent-marker']

let shaper: Shaper
let table: FaceFont[]

beforeAll(async () => {
  shaper = await testShaper()
  const { tables } = await readManifest()
  table = parseFaces(JSON.parse(Buffer.from(await readAsset(tables.faces)).toString()))
})

function boxOf(text: string, rest: Partial<TextBox>): TextBox {
  return { ...textBoxSchema.parse({ id: 'box', text }), fontWeight: 400, ...rest }
}

/** The graphemes of a text and its line, once everything it needs is loaded. */
async function setIn(text: string, rest: Partial<TextBox>) {
  const box = boxOf(text, rest)
  await loadFor(shaper, [{ textBoxes: [box] }])
  const [paragraph] = shaper.paragraphs(text, null, box)
  if (!paragraph) throw new Error('There is no paragraph')
  const { graphemes } = paragraph
  return { graphemes, line: shaper.shapeLine(paragraph, { start: 0, end: graphemes.length }, { weight: box.fontWeight, letterSpacing: 0 }) }
}

async function hashOf(text: string, rest: Partial<TextBox>): Promise<string> {
  const { line } = await setIn(text, rest)
  return sha256(JSON.stringify([line.width, line.figures]))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

test('the table has the typefaces, weights and italics that the list of typefaces names', () => {
  const hundreds = [300, 400, 500, 600, 700, 800, 900]
  const inTable = FONTS.map(({ id }) => {
    const fonts = table.filter(({ face }) => face === id)
    const weights = hundreds.filter((weight) => fonts.some(({ weights: [lightest, boldest] }) => lightest <= weight && weight <= boldest))
    return { id, weights, italic: fonts.some(({ italic }) => italic) }
  })
  expect(inTable).toEqual(FONTS.map(({ id, weights, italic }) => ({ id, weights, italic })))
})

describe.each(FONTS)('$name', ({ id, name, kind, weights, italic }) => {
  test('draws its name, letters, digits and marks itself', async () => {
    for (const style of [{}, { italic }, { fontWeight: weights.at(-1) ?? 400 }, { uppercase: true }]) {
      const { graphemes, line } = await setIn(`${name} ${LETTERS}`, { font: id, ...style })
      expect(line).toMatchObject({ complete: true, lacksGlyph: false, emoji: [] })
      expect(graphemes.filter(({ font }) => !font.startsWith(id))).toEqual([])
    }
  })

  test('is drawn the same way everywhere', async () => {
    const hashes: string[] = []
    for (const fontWeight of weights) {
      hashes.push(await hashOf(LETTERS, { font: id, fontWeight }))
      if (italic) hashes.push(await hashOf(LETTERS, { font: id, fontWeight, italic }))
    }
    expect(new Set(hashes).size).toBe(weights.length * (italic ? 2 : 1))
    expect(sha256(hashes.join(' '))).toBe(OUTLINES[id])
  })

  test('draws other weights as the nearest, and italic text upright where it has no italic', async () => {
    const least = weights[0]
    const most = weights.at(-1) ?? 400
    expect(await hashOf('Ag', { font: id, fontWeight: 300 })).toBe(await hashOf('Ag', { font: id, fontWeight: least }))
    expect(await hashOf('Ag', { font: id, fontWeight: 900 })).toBe(await hashOf('Ag', { font: id, fontWeight: most }))
    if (!italic) expect(await hashOf('Ag', { font: id, italic: true })).toBe(await hashOf('Ag', { font: id }))
  })

  test('has pairs of letters kerned, if its files say how', async () => {
    const width = async (text: string) => (await setIn(text, { font: id })).line.width
    const pairs = ['AV', 'To', 'LT', 'Ve', 'Wa', 'ry']
    const kerned = await Promise.all(
      pairs.map(async (pair) => Math.abs((await width(pair)) - (await width(pair[0] ?? '')) - (await width(pair[1] ?? '')))),
    )
    if (kind === 'mono' || UNKERNED.includes(id)) expect(Math.max(...kerned)).toBeCloseTo(0, 10)
    else expect(Math.max(...kerned)).toBeGreaterThan(0.001)
  })

  test('reaches no further above and below its line than it says', async () => {
    const own = shaper.reach()
    for (const style of [{}, { italic, fontWeight: 900 }]) {
      const { line } = await setIn('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÄÖÜÉÀÑÇ0123456789', { font: id, ...style })
      const { top, bottom } = union([
        touchedBy(
          line.figures.map((figure) => ({ ...figure, x: figure.x * 1000, y: figure.y * 1000, scale: figure.scale * 1000 })),
          0,
        ),
      ])
      expect(-top / 1000).toBeLessThanOrEqual(Math.max(line.reach.ascender, own.ascender) + 0.01)
      expect(bottom / 1000).toBeLessThanOrEqual(line.reach.descender + 0.01)
    }
  })
})

describe('a slide loads', () => {
  const NOTHING = { fonts: [], emoji: [], tables: [], uploads: [], bidi: false }

  test('the table once it uses a typeface, then the files of its characters alone', async () => {
    shaper = await testShaper()
    const slide = { textBoxes: [boxOf('Zażółć', { font: 'lora' }), boxOf('plain', {})] }
    expect(await loadFor(shaper, [slide])).toEqual([
      { ...NOTHING, tables: ['faces'] },
      { ...NOTHING, fonts: ['lora-latin', 'lora-latin-ext'] },
    ])
    expect(await loadFor(shaper, [{ textBoxes: [boxOf('bold', { font: 'lora', fontWeight: 700, uppercase: true })] }])).toEqual([])
    expect(await loadFor(shaper, [{ textBoxes: [boxOf('bold', { font: 'space-mono', fontWeight: 600 })] }])).toEqual([
      { ...NOTHING, fonts: ['space-mono-latin-700'] },
    ])
  })

  test('nothing of it for italic or capital text in the product’s typeface', async () => {
    const fresh = await testShaper()
    expect(fresh.neededAssets([{ textBoxes: [boxOf('plain', { italic: true, uppercase: true })] }])).toEqual(NOTHING)
  })

  test('the font of a hyphen that only a break shows', async () => {
    const box = boxOf('при\u00adвет', { font: 'montserrat' })
    await loadFor(shaper, [{ textBoxes: [box] }])
    const [paragraph] = shaper.paragraphs(box.text, null, box)
    if (!paragraph) throw new Error('There is no paragraph')
    const broken = shaper.shapeLine(paragraph, { start: 0, end: 4 }, { weight: 400, letterSpacing: 0 })
    expect(broken).toMatchObject({ complete: true })
    expect(broken.width).toBeCloseTo(
      (await setIn('при', { font: 'montserrat' })).line.width + (await setIn('-', { font: 'montserrat' })).line.width,
      10,
    )
  })

  test('a manifest that names one table more', async () => {
    expect((await readAsset('manifest.json')).length).toBeLessThan(60_200)
  })
})

describe('the characters that a typeface lacks look as they do without it', () => {
  test.each([
    ['Ελλάδα', 'greek'],
    ['สวัสดี', 'thai'],
    ['مرحبا', 'arabic'],
    ['नमस्ते', 'devanagari'],
    ['დილის', 'georgian'],
    ['✓', 'symbols'],
  ])('%s', async (text, font) => {
    const [chosen, usual] = [await setIn(text, { font: 'pacifico' }), await setIn(text, {})]
    expect(new Set(chosen.graphemes.map((grapheme) => grapheme.font))).toEqual(new Set([font]))
    expect(chosen.line).toEqual(usual.line)
  })

  test('emoji too, and it draws other scripts that it has', async () => {
    const { graphemes, line } = await setIn('Жить 🔥❤️★ ok', { font: 'pacifico' })
    expect(graphemes.map(({ kind, font }) => (kind === 'emoji' ? kind : font))).toEqual([
      ...Array<string>(4).fill('pacifico-cyrillic-400'),
      'pacifico-latin-400',
      'emoji',
      'emoji',
      'symbols',
      ...Array<string>(3).fill('pacifico-latin-400'),
    ])
    expect(line.emoji.map(({ key }) => key)).toEqual(['1f525', '2764'])
    for (const { id } of FONTS) {
      const { line: set } = await setIn('❤⭐↗☺©', { font: id })
      expect(set.emoji).toEqual((await setIn('❤⭐↗☺©', {})).line.emoji.map((emoji) => expect.objectContaining({ key: emoji.key })))
    }
  })

  test('a character without a glyph is a frame with its code point', async () => {
    expect((await setIn('\ue000', { font: 'anton' })).line).toEqual((await setIn('\ue000', {})).line)
  })
})

test('letters of a typeface are shaped together, spaces included', async () => {
  const { graphemes, line } = await setIn('a -> b', { font: 'jetbrains-mono' })
  expect(new Set(graphemes.map(({ font }) => font))).toEqual(new Set(['jetbrains-mono-latin']))
  const apart = await Promise.all(['-', '>'].map(async (sign) => (await setIn(sign, { font: 'jetbrains-mono' })).line.figures[0]?.outline))
  expect(line.figures.slice(1, 3).map(({ outline }) => outline)).not.toEqual(apart)
  expect(line.width).toBeCloseTo(6 * 0.6, 10)
})

describe('capitals', () => {
  test.each([
    ['Straße ﬁn i', 'STRASSE FIN I'],
    ['Ελλάδα προϊόν ταΐζω', 'ΕΛΛΑΔΑ ΠΡΟΪΟΝ ΤΑΪΖΩ'],
    ['Жить é 🔥', 'ЖИТЬ É 🔥'],
    ['مرحبا 中文', 'مرحبا 中文'],
  ])('%s', (text, expected) => {
    expect(capitals(text)).toBe(expected.normalize('NFC'))
  })

  test.each<FontId | undefined>([undefined, 'oswald'])('show in place of the letters, in %s', async (font) => {
    const text = 'Straße, γαΐτης, დილის ☕'
    const { graphemes, line } = await setIn(text, { font, uppercase: true })
    expect(line).toMatchObject({ complete: true, lacksGlyph: false })
    expect(line).toEqual((await setIn(capitals(text), { font })).line)
    expect(graphemes.map((grapheme) => grapheme.text).join('')).toBe(capitals(text))
    expect(graphemes.map(({ start }) => start)).toEqual(
      graphemes.map(
        (_, index) =>
          graphemes
            .slice(0, index)
            .map((grapheme) => grapheme.text)
            .join('').length,
      ),
    )
  })

  test('keep their order in text that runs both ways', async () => {
    const box = boxOf('ßß שלום ab', { uppercase: true })
    await loadFor(shaper, [{ textBoxes: [box] }])
    const [shown, written] = [shaper.paragraphs(box.text, null, box), shaper.paragraphs('SSSS שלום AB', null)]
    expect(shown).toEqual(written)
  })
})

test('the drawings of the typefaces’ names are small and complete', async () => {
  const svg = Buffer.from(await readAsset('faces.svg')).toString()
  expect(svg.match(/<symbol id="[a-z-]+"/g)).toEqual(['tiktok-sans', ...FONTS.map(({ id }) => id)].map((id) => `<symbol id="${id}"`))
  expect(svg.length).toBeLessThan(60_000)
})
