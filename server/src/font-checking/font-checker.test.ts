import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '@ninesixteen/shared/errors'
import { readFontFile, writeFontFile } from '@ninesixteen/shared/shaping/uploaded-font'
import { fontOf, poppins, tablesOf, unpackFont, variableSans, type FontTables } from '../testing/font-files.ts'
import { createFontChecker, type CheckedFont } from './font-checker.ts'

const ONE = { userId: 'somebody' }
const checker = createFontChecker()
afterAll(() => checker.close())

const require = createRequire(import.meta.url)
const { compress } = require('wawoff2') as { compress(font: Uint8Array): Promise<Uint8Array> }

const folder = await mkdtemp(join(tmpdir(), 'ninesixteen-fonts-'))
afterAll(() => rm(folder, { recursive: true }))
let written = 0

async function check(bytes: Uint8Array, by = checker): Promise<CheckedFont> {
  const file = join(folder, `${written++}.font`)
  await writeFile(file, bytes)
  return by.check(file, ONE)
}

/** The code of the refusal, or `taken`. Any other error is a failure. */
async function outcomeOf(bytes: Uint8Array, by = checker): Promise<string> {
  try {
    await check(bytes, by)
    return 'taken'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

const plain = await unpackFont(await poppins(400))

/** Poppins with other tables. */
function changed(change: (tables: FontTables) => void): Uint8Array {
  const tables = tablesOf(plain)
  change(tables)
  return fontOf(tables)
}

function viewOf(tables: FontTables, tag: string): DataView {
  const table = tables.get(tag) ?? new Uint8Array()
  return new DataView(table.buffer, table.byteOffset, table.byteLength)
}

describe('a font', () => {
  test.each([
    [400, 'normal', false],
    [700, 'italic', true],
  ] as const)('is recognized as weight %d, %s', async (weight, style, italic) => {
    const { cut, name } = await check(await poppins(weight, style))
    expect(cut).toMatchObject({ weights: [weight, weight], italic })
    expect(name).toBe('Poppins')
    expect(cut.line[0]).toBeGreaterThan(0.9)
    expect(cut.line[1]).toBeLessThan(0.4)
  })

  test('keeps its weight axis and loses the others', async () => {
    const { cut, bytes } = await check(await variableSans())
    expect(cut.weights).toEqual([100, 1000])
    const axes = tablesOf(bytes).get('fvar') ?? new Uint8Array()
    expect(new DataView(axes.buffer).getUint16(8), 'number of axes').toBe(1)
  })

  test('is stored without bytecode, names and unknown tables, and can be checked again with the same result', async () => {
    const original = changed((tables) => {
      for (const tag of ['SVG ', 'COLR', 'CBDT', 'fpgm', 'prep', 'cvt ', 'meta', 'EVIL']) tables.set(tag, new Uint8Array(64).fill(0xb0))
    })
    const first = await check(original)
    const known = 'cmap head hhea hmtx maxp OS/2 loca glyf GDEF GSUB GPOS'.split(' ')
    expect([...tablesOf(first.bytes).keys()].filter((tag) => !known.includes(tag))).toEqual([])
    expect(Buffer.from(first.bytes).includes(Buffer.alloc(16, 0xb0))).toBe(false)
    expect((await check(first.bytes)).bytes).toEqual(first.bytes)
  })

  test('is read back from the file of all cuts', async () => {
    const cuts = [await check(await poppins(400)), await check(await poppins(700))]
    const read = readFontFile('user/1_a.font', writeFontFile(cuts))
    expect(read.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).toEqual(
      cuts.map(({ bytes }) => Buffer.from(bytes).toString('base64')),
    )
    expect(read.map(({ font }) => [font.key, font.weights[0]])).toEqual([
      ['user/1_a.font#0', 400],
      ['user/1_a.font#1', 700],
    ])
    expect(() => readFontFile('user/1_a.font', writeFontFile(cuts).subarray(0, -1))).toThrow('cut short')
  })
})

describe('is refused:', () => {
  const directory = (change: (view: DataView) => void): Uint8Array => {
    const font = plain.slice()
    change(new DataView(font.buffer))
    return font
  }
  test.each<[string, Uint8Array]>([
    ['an empty file', new Uint8Array()],
    ['a photo', Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(500, 'x'), 'latin1')],
    ['half a font', plain.subarray(0, plain.byteLength / 2)],
    ['a collection', Buffer.concat([Buffer.from('ttcf'), plain])],
    ['65535 tables', directory((view) => view.setUint16(4, 65_535))],
    ['a table outside of the file', directory((view) => view.setUint32(12 + 8, 0xffff_fff0))],
    ['a table that is there twice', directory((view) => view.setUint32(12 + 16, view.getUint32(12)))],
    ['no outlines', changed((tables) => void tables.delete('glyf'))],
    ['no character map', changed((tables) => void tables.delete('cmap'))],
    ['no metrics', changed((tables) => void tables.set('hhea', new Uint8Array(3)))],
  ])('%s', async (_, bytes) => expect(await outcomeOf(bytes)).toBe('FONT_INVALID'))

  test.each([
    ['a licence against embedding', 0x2, 'FONT_RESTRICTED'],
    ['a licence for bitmaps alone', 0x200, 'FONT_RESTRICTED'],
    ['not: a licence for print', 0x4, 'taken'],
    ['not: the milder of two licences', 0x6, 'taken'],
  ])('%s', async (_, embedding, expected) => {
    expect(await outcomeOf(changed((tables) => viewOf(tables, 'OS/2').setUint16(8, embedding)))).toBe(expected)
  })

  test('a font without Latin letters', async () => {
    // Characters of a private area instead of all others: format 12, one group.
    const cmap = new DataView(new ArrayBuffer(12 + 28))
    for (const [at, value] of [
      [2, 1],
      [4, 3],
      [6, 10],
      [12, 12],
    ] as const)
      cmap.setUint16(at, value)
    for (const [at, value] of [
      [8, 12],
      [16, 28],
      [24, 1],
      [28, 0xe000],
      [32, 0xe020],
      [36, 3],
    ] as const)
      cmap.setUint32(at, value)
    expect(await outcomeOf(changed((tables) => void tables.set('cmap', new Uint8Array(cmap.buffer))))).toBe('FONT_NO_LATIN')
  })

  test('a character map of four billion characters', async () => {
    const cmap = new DataView(new ArrayBuffer(12 + 28))
    for (const [at, value] of [
      [2, 1],
      [4, 3],
      [6, 10],
      [12, 12],
    ] as const)
      cmap.setUint16(at, value)
    for (const [at, value] of [
      [8, 12],
      [16, 28],
      [24, 0xffff_ffff],
      [28, 0],
      [32, 0xffff_ffff],
      [36, 0],
    ] as const)
      cmap.setUint32(at, value)
    expect(await outcomeOf(changed((tables) => void tables.set('cmap', new Uint8Array(cmap.buffer))))).toMatch(/^FONT_/)
  })

  test('more glyphs than an alphabet has', async () => {
    expect(await outcomeOf(changed((tables) => viewOf(tables, 'maxp').setUint16(4, 65_535)))).toBe('FONT_TOO_COMPLEX')
  })
})

/** Poppins, whose letters are composed of others: of `parts` for each glyph. Glyph 3 and later ones exist. */
function composed(parts: (glyph: number) => readonly number[]): Uint8Array {
  return changed((tables) => {
    const glyphs = viewOf(tables, 'maxp').getUint16(4)
    const loca = new DataView(new ArrayBuffer(4 * (glyphs + 1)))
    const entries = Array.from({ length: glyphs }, (_, glyph) => {
      const list = parts(glyph)
      const entry = Buffer.alloc(10 + 8 * list.length)
      entry.writeInt16BE(-1, 0)
      for (const [index, part] of list.entries()) {
        const at = 10 + 8 * index
        // ARGS_ARE_WORDS, ARGS_ARE_XY and, but for the last, MORE_COMPONENTS.
        entry.writeUInt16BE(0x3 | (index < list.length - 1 ? 0x20 : 0), at)
        entry.writeUInt16BE(part, at + 2)
      }
      return entry
    })
    let at = 0
    for (const [index, entry] of entries.entries()) {
      loca.setUint32(4 * index, at)
      at += entry.byteLength
    }
    loca.setUint32(4 * glyphs, at)
    viewOf(tables, 'head').setInt16(50, 1)
    tables.set('loca', new Uint8Array(loca.buffer))
    tables.set('glyf', Buffer.concat(entries))
  })
}

describe('an attack ends as an ordinary refusal:', () => {
  test.each<[string, (glyph: number) => readonly number[]]>([
    ['letters composed of themselves', (glyph) => [glyph]],
    ['letters composed of each other', (glyph) => [glyph % 2 === 0 ? glyph + 1 : glyph - 1]],
    ['letters of twice the letter before', (glyph) => [Math.max(0, glyph - 1), Math.max(0, glyph - 1)]],
    ['letters of two thousand parts each', (glyph) => Array.from({ length: 2000 }, (_, part) => (glyph + part) % 100)],
  ])('%s', async (_, parts) => expect(await outcomeOf(composed(parts))).toMatch(/^FONT_/))

  test('WOFF2 with a declared size of four gigabytes', async () => {
    const font = Uint8Array.from(await poppins(400))
    new DataView(font.buffer).setUint32(16, 0xffff_ffff)
    expect(await outcomeOf(font)).toBe('FONT_TOO_COMPLEX')
  })

  test('WOFF2 that unpacks to a thousand times its size', async () => {
    const font = Uint8Array.from(await compress(changed((tables) => void tables.set('ZERO', new Uint8Array(24 * 1024 * 1024)))))
    expect(font.byteLength).toBeLessThan(100_000)
    expect(await outcomeOf(font)).toBe('FONT_TOO_COMPLEX')
    new DataView(font.buffer).setUint32(16, 1024 * 1024)
    expect(await outcomeOf(font)).toMatch(/^FONT_/)
  })

  test.each(['GSUB', 'GPOS', 'GDEF', 'cmap', 'glyf', 'loca', 'hmtx', 'head', 'maxp'])('noise in the table %s', async (tag) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.nat(), async (noise, place) => {
        const font = changed((tables) => {
          const table = tables.get(tag) ?? new Uint8Array(noise.length)
          table.set(noise.subarray(0, table.byteLength), place % Math.max(1, table.byteLength - noise.length))
          tables.set(tag, table)
        })
        expect(await outcomeOf(font)).toMatch(/^(taken|FONT_[A-Z_]+)$/)
      }),
      { numRuns: 4 },
    )
  })

  test.each(['TTF', 'WOFF2'])('single bytes of a %s that are others', async (format) => {
    const original = format === 'TTF' ? plain : Uint8Array.from(await poppins(400))
    const flips = fc.array(fc.tuple(fc.nat(original.byteLength - 1), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(flips, async (list) => {
        const font = original.slice()
        for (const [at, bits] of list) font[at] = (font[at] ?? 0) ^ bits
        expect(await outcomeOf(font)).toMatch(/^(taken|FONT_[A-Z_]+)$/)
      }),
      { numRuns: 15 },
    )
  })

  test('a check that takes too long, and the next font is checked as usual', async () => {
    const hurried = createFontChecker({ limitMs: 1 })
    onTestFinished(() => hurried.close())
    expect(await outcomeOf(plain, hurried)).toBe('FONT_TOO_COMPLEX')
    expect(await outcomeOf(plain)).toBe('taken')
  })
})
