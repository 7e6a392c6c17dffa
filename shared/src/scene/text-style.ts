import { TEXT_STYLES } from '../slide/model.ts'
import type { TextStyle } from '../slide/model.ts'

const WHITE = '#ffffff'
const BLACK = '#000000'

/** How a text is drawn: its colour, and a line round its letters or a shape behind its lines. */
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

/** Perceived brightness of a hex colour, 0 to 255 (the weights of ITU-R BT.601). */
function lightness(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16)
  return 0.299 * (value >> 16) + 0.587 * ((value >> 8) & 255) + 0.114 * (value & 255)
}

/** Black or white, whichever has more contrast. Black up to a little below the middle: bright colours look best with it. */
function against(hex: string): string {
  return lightness(hex) > 90 ? BLACK : WHITE
}

/**
 * The four styles. In the outline styles a box may have a colour of its own; the line round its letters is always the
 * one of black and white that can be told from it.
 */
export function textLook(style: TextStyle, color: string): TextLook {
  const own = hexOf(color)
  switch (style) {
    case 'outline':
      return { fill: own, outline: against(own), highlight: null }
    case 'white-bg':
      return { fill: BLACK, outline: null, highlight: WHITE }
    case 'black-bg':
      return { fill: WHITE, outline: null, highlight: BLACK }
    case 'black-outline': {
      const fill = own === WHITE ? BLACK : own
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
