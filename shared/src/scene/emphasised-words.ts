import type { Figure } from '../shaping/outline.ts'
import type { ShapedLine } from '../shaping/shaper.ts'
import type { Emphasis, TextBox, TextStyle } from '../slide/model.ts'
import { highlightOutline } from './highlight.ts'
import { opposite } from './contrast.ts'
import type { DrawOp } from './scene.ts'
import { textLook } from './text-style.ts'
import type { TextLook } from './text-style.ts'

/** In em of the text, from the baseline. */
const PLATE = { above: 0.9, below: 0.28, overhang: 0.16, radius: 0.14 }
const UNDERLINE = { above: 0.06, below: 0.14, overhang: 0.04, radius: 0.05 }

/** A set line on the slide: pixels from the top left corner of its box. */
export interface PlacedLine {
  line: ShapedLine
  figures: Figure[]
  left: number
  baseline: number
}

/** How emphasised words are drawn. On a plate of their own they need no line round the letters. */
export function emphasisedLook(style: TextStyle, box: TextBox, { color, highlight }: Emphasis): TextLook {
  const own = color ?? (highlight === undefined ? undefined : opposite(highlight))
  const look = textLook(style, own === undefined ? box : { ...box, textColor: own })
  return highlight === undefined ? look : { ...look, outline: null }
}

/** The letters of a line in groups that are drawn alike: those without emphasis first. */
export function lettersOf({ line, figures }: PlacedLine, looks: { own: TextLook; emphasised: readonly TextLook[] }): LetterGroup[] {
  const plain = figures.filter((_, index) => !line.emphasised.some(({ figures: [first, end] }) => index >= first && index < end))
  const groups = line.emphasised.map((span) => ({
    figures: figures.slice(...span.figures),
    look: looks.emphasised[span.emphasis] ?? looks.own,
  }))
  return [{ figures: plain, look: looks.own }, ...groups].filter((group) => group.figures.length > 0)
}

export interface LetterGroup {
  figures: Figure[]
  look: TextLook
}

/** Plates behind and lines under the emphasised words of a line. */
export function emphasisOps({ line, left, baseline }: PlacedLine, emphasis: readonly Emphasis[], size: number): DrawOp[] {
  return line.emphasised.flatMap((span) => {
    const { highlight, underline } = emphasis[span.emphasis] ?? {}
    const at = (part: typeof PLATE, color: string): DrawOp => {
      const band = {
        left: Math.round((span.left - part.overhang) * size),
        right: Math.round((span.right + part.overhang) * size),
        top: Math.round(baseline - part.above * size),
        bottom: Math.round(baseline + part.below * size),
      }
      const outline = highlightOutline([band], part.radius * size, left)
      return { kind: 'fill', figures: [{ outline, x: 0, y: 0, scale: 1 }], color, opacity: 1, evenOdd: false }
    }
    return [...(highlight ? [at(PLATE, highlight.toLowerCase())] : []), ...(underline ? [at(UNDERLINE, underline.toLowerCase())] : [])]
  })
}
