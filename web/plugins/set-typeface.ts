import { readFile } from 'node:fs/promises'
import type { HarfBuzzFont, InstantiateHarfBuzz } from '@ninesixteen/shared/shaping/harfbuzz'
import type { PainterFont } from '@ninesixteen/shared/shaping/manifest'

const ASSETS = new URL('../../shared/generated/painter/', import.meta.url)

/** Text around and between letters: marks, joiners, tags, surrogate halves. */
const BETWEEN = ['', '\u0301', '\u0323\u0302', '\u200d', '\u200c', '\u00ad', '\ufe0f', '\u034f', '\u{e0067}', '\ud83d', '\udc00', '\n']
/** Repeats for texts longer than any slide, so that buffers and memory grow. */
const LONG = 40

/** Every character that the font covers. */
export function charactersOf({ coverage }: PainterFont): string[] {
  const characters: string[] = []
  for (let at = 0; at < coverage.length; at += 2) {
    for (let code = coverage[at] ?? 0; code <= (coverage[at + 1] ?? -1); code += 1) characters.push(String.fromCodePoint(code))
  }
  return characters
}

/** The fonts of the product's typeface: Latin, Greek and Cyrillic. */
export async function typefaceFonts(): Promise<{ font: PainterFont; bytes: Uint8Array }[]> {
  const { parseManifest } = await import('@ninesixteen/shared/shaping/manifest')
  const manifest = parseManifest(JSON.parse(await readFile(new URL('manifest.json', ASSETS), 'utf8')))
  const own = manifest.fonts.filter(({ primary }) => primary)
  return Promise.all(own.map(async (font) => ({ font, bytes: await readFile(new URL(font.file, ASSETS)) })))
}

function setAll(font: HarfBuzzFont, characters: readonly string[]): void {
  const all = characters.join('')
  for (const rightToLeft of [false, true]) {
    for (const { glyph } of font.shape(all.repeat(LONG), rightToLeft) ?? []) font.outline(glyph)
    // As spaced letters are shaped.
    font.shape(all.repeat(LONG), rightToLeft, false)
    for (const between of BETWEEN) {
      for (const ligatures of [true, false]) font.shape(characters.join(between), rightToLeft, ligatures)
      for (const character of characters) font.shape(character + between + character, rightToLeft)
    }
  }
}

/** Shapes every character of the product's typeface, alone and in combinations, at four weights, in both directions, with and without ligatures. */
export async function setTypeface(instantiate: InstantiateHarfBuzz): Promise<void> {
  const { loadHarfBuzz } = await import('@ninesixteen/shared/shaping/harfbuzz')
  const hb = await loadHarfBuzz(instantiate)
  for (const { font, bytes } of await typefaceFonts()) {
    const face = hb.face(bytes)
    const [lightest, boldest] = font.weights ?? [400, 400]
    for (const weight of [lightest, 400, 575, boldest]) setAll(face.font(font.weights && weight), charactersOf(font))
  }
}
