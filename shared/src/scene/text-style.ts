import { TEXT_STYLES } from '../slide/model.ts'
import type { TextBox, TextStyle } from '../slide/model.ts'

const WHITE = '#ffffff'
const BLACK = '#000000'

/** Em on both sides of a line that a text keeps for its highlight, in every style. */
export const HIGHLIGHT_PADDING = 0.34

/** How a text is drawn: its color, and a line round its letters or a shape behind its lines. */
export interface TextLook {
  fill: string
  outline: string | null
  highlight: string | null
}

function hexOf(color: string): string {
  if (color === 'white') return WHITE
  if (color === 'black') return BLACK
  return color.toLowerCase()
}

/** Perceived brightness of a hex color, 0 to 255 (the weights of ITU-R BT.601). */
function lightness(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16)
  return 0.299 * (value >> 16) + 0.587 * ((value >> 8) & 255) + 0.114 * (value & 255)
}

/** Black or white, whichever has more contrast. Black up to a little below the middle: bright colors look best with it. */
function against(hex: string): string {
  return lightness(hex) > 90 ? BLACK : WHITE
}

/** Colors of a box: `color` in the outline styles, the others instead of what the style gives. */
export type BoxColors = Pick<TextBox, 'color' | 'textColor' | 'outlineColor' | 'noOutline' | 'highlightColor'>

/**
 * The four styles, and a box's own colors over them. The line round the letters is always the one of black and white that can be told from
 * them, unless the box has its own.
 */
export function textLook(style: TextStyle, box: BoxColors): TextLook {
  const look = styleLook(style, box)
  return {
    ...look,
    outline: box.noOutline ? null : (box.outlineColor?.toLowerCase() ?? look.outline),
    highlight: box.highlightColor?.toLowerCase() ?? look.highlight,
  }
}

function styleLook(style: TextStyle, { color, textColor }: BoxColors): TextLook {
  const own = hexOf(textColor ?? color)
  switch (style) {
    case 'outline':
      return { fill: own, outline: against(own), highlight: null }
    case 'white-bg':
      return { fill: textColor ? own : BLACK, outline: null, highlight: WHITE }
    case 'black-bg':
      return { fill: textColor ? own : WHITE, outline: null, highlight: BLACK }
    case 'black-outline': {
      const fill = own === WHITE && !textColor ? BLACK : own
      return { fill, outline: against(fill), highlight: null }
    }
    default:
      return style satisfies never
  }
}

/** The style after this one, round and round. */
export function nextTextStyle(style: TextStyle): TextStyle {
  return TEXT_STYLES[(TEXT_STYLES.indexOf(style) + 1) % TEXT_STYLES.length] ?? TEXT_STYLES[0]
}
