import type { TextBox } from '../slide/model.ts'
import type { FaceFont, PainterFont } from './manifest.ts'

/** The fields of a text box that choose the fonts, the case and the spacing of its letters. */
export type FontChoice = Pick<TextBox, 'font' | 'italic' | 'uppercase' | 'fontWeight' | 'letterSpacing'>

/** A cut of a typeface: its fonts, one for each subset, upright or italic, with a weight axis or of one weight. */
interface Cut {
  italic: boolean
  weights: readonly [number, number]
  fonts: FaceFont[]
}

/** Finds the fonts that draw a box's letters: an empty list for a typeface that isn't in the table. */
export type FaceFonts = (choice: FontChoice) => readonly PainterFont[]

function distance([lightest, boldest]: readonly [number, number], weight: number): number {
  return Math.max(lightest - weight, weight - boldest, 0)
}

/** The nearest weight, and the bolder of two that are equally near. */
function nearest(cuts: readonly Cut[], weight: number): Cut | undefined {
  const [first] = cuts.toSorted(
    (one, other) => distance(one.weights, weight) - distance(other.weights, weight) || other.weights[0] - one.weights[0],
  )
  return first
}

/** A typeface without an italic draws italic text upright: letters are never slanted by calculation. */
export function faceFonts(fonts: readonly FaceFont[]): FaceFonts {
  const faces = new Map<string, Map<string, Cut>>()
  for (const font of fonts) {
    const cuts = faces.get(font.face) ?? new Map<string, Cut>()
    faces.set(font.face, cuts)
    const key = `${font.italic}/${font.weights.join('/')}`
    const cut = cuts.get(key) ?? { italic: font.italic, weights: font.weights, fonts: [] }
    cuts.set(key, cut)
    cut.fonts.push(font)
  }
  return ({ font = '', italic = false, fontWeight }) => {
    const cuts = [...(faces.get(font)?.values() ?? [])]
    const styled = cuts.filter((cut) => cut.italic === italic)
    return nearest(styled.length > 0 ? styled : cuts, fontWeight)?.fonts ?? []
  }
}

/** Accents that Greek leaves out in capitals. A dialytika stays. */
const GREEK_TONOS = /(\p{Script=Greek}\u0308?)\u0301/gu

/** Capitals by Unicode's default mapping, which doesn't depend on the locale: every engine gives the same ones. */
export function capitals(text: string): string {
  return text.toUpperCase().normalize('NFD').replaceAll(GREEK_TONOS, '$1').normalize('NFC')
}
