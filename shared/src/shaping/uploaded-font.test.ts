import { beforeAll, expect, test } from 'vitest'
import { layoutSlide } from '../scene/layout.ts'
import { requireFonts, textsOf } from '../scene/scene.ts'
import type { Slide } from '../slide/model.ts'
import { loadFor, readAsset, readManifest, slideOf, testShaper } from '../testing/shaper.ts'
import { parseFaces } from './manifest.ts'
import type { Shaper } from './shaper.ts'
import { readFontFile, splitFontFile, writeFontFile, type StoredCut } from './uploaded-font.ts'

const ID = 'user/1700000000000_brand.font'
const COVERAGE = [0x20, 0x5e]
let shaper: Shaper
let file: Uint8Array

/** A font of the product as a company's own. */
async function cutOf(key: string): Promise<StoredCut> {
  const { tables } = await readManifest()
  const font = parseFaces(JSON.parse(Buffer.from(await readAsset(tables.faces)).toString())).find((each) => each.key === key)
  if (!font) throw new Error(`No font is called ${key}`)
  const { italic, weights, line } = font
  return { cut: { italic, weights, line, coverage: COVERAGE }, bytes: await readAsset(font.file) }
}

beforeAll(async () => {
  shaper = await testShaper()
  file = writeFontFile([await cutOf('poppins-latin-400'), await cutOf('poppins-latin-700-italic')])
})

function slideIn(text: string, rest: Partial<Slide['textBoxes'][number]> = {}): Slide {
  const slide = slideOf([text])
  return { ...slide, textBoxes: slide.textBoxes.map((box) => ({ ...box, font: ID, ...rest })) }
}

/** The operations that draw a slide's text. */
async function drawnOf(slide: Slide) {
  await loadFor(shaper, [slide])
  return textsOf(layoutSlide(slide, shaper))[0]
}

test('a slide asks for its uploaded font first, and for nothing if the text is empty or hidden', () => {
  expect(shaper.neededAssets([slideIn('Hello')])).toEqual({ fonts: [], emoji: [], tables: [], uploads: [ID], bidi: false })
  expect(shaper.neededAssets([slideIn(' ')]).uploads).toEqual([])
  expect(shaper.neededAssets([slideIn('Hello', { hidden: true })]).uploads).toEqual([])
  expect(layoutSlide(slideIn('Hello'), shaper).complete).toBe(false)
})

test('its letters are those of the font, in the nearest weight and slant; others fall back', async () => {
  shaper.addUploadedFont(ID, file)
  const [own, product] = [
    await drawnOf(slideIn('Hello', { fontWeight: 400 })),
    await drawnOf(slideIn('Hello', { fontWeight: 400, font: 'poppins' })),
  ]
  expect(own?.ops).toEqual(product?.ops)
  const [bold, productBold] = [
    await drawnOf(slideIn('Hello', { fontWeight: 700, italic: true })),
    await drawnOf(slideIn('Hello', { fontWeight: 700, italic: true, font: 'poppins' })),
  ]
  expect(bold?.ops).toEqual(productBold?.ops)
  expect(bold?.ops).not.toEqual(own?.ops)
  expect(await drawnOf(slideIn('שלום Жить 🔥'))).toMatchObject({ lacksGlyph: false, lacksFont: false })
})

test('a font that is gone is drawn in the product’s typeface, is reported, and stops an export', async () => {
  const gone = 'user/1700000000001_gone.font'
  shaper.addUploadedFont(gone, null)
  const slide = slideIn('Hello', { font: gone })
  const drawn = await drawnOf(slide)
  const plain = await drawnOf(slideIn('Hello', { font: undefined }))
  expect(drawn?.ops).toEqual(plain?.ops)
  expect([drawn?.lacksFont, plain?.lacksFont]).toEqual([true, false])
  const scene = layoutSlide(slide, shaper)
  expect(scene.complete).toBe(true)
  expect(() => requireFonts(scene)).toThrow('Choose another font')
  expect(() => requireFonts(layoutSlide(slideIn('Hello'), shaper))).not.toThrow()
})

test('a file holds what was written, and anything else is refused', () => {
  expect(writeFontFile(splitFontFile(file))).toEqual(file)
  expect(readFontFile(ID, file).map(({ font }) => [font.key, font.italic, font.weights])).toEqual([
    [`${ID}#0`, false, [400, 400]],
    [`${ID}#1`, true, [700, 700]],
  ])
  const list = (text: string): Uint8Array => {
    const bytes = Buffer.alloc(8 + text.length)
    bytes.write('916F')
    bytes.writeUInt32BE(text.length, 4)
    bytes.write(text, 8)
    return bytes
  }
  const broken = [
    new Uint8Array(),
    file.subarray(0, 20),
    file.subarray(0, -1),
    file.subarray(1),
    list('[]'),
    list('{}'),
    list('[{"bytes":-1}]'),
  ]
  for (const bytes of [...broken, list('[{"bytes":1,"weights":[1]}]'), list('nothing')])
    expect(() => readFontFile(ID, bytes)).toThrow(/font|JSON/)
})
