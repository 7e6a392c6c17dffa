import type { LookId } from './look-ids.ts'
import type { LookColors, Look, LookSpec, Sizes, SlideRole } from './look.ts'

const WHITE = '#ffffff'
const INK = '#16161a'

/** Sizes by role, for letters of about the width of the product's own. `scale` is larger for narrow letters. */
export function sizesOf(scale: number, bodyScale = 1): Record<SlideRole, { title: Sizes; body: Sizes }> {
  const sizes = (title: Sizes, body: Sizes) => ({
    title: [title[0] * scale, title[1] * scale] as const,
    body: [body[0] * bodyScale, Math.max(10.5, body[1] * bodyScale)] as const,
  })
  return {
    cover: sizes([34, 15], [14, 11]),
    point: sizes([25, 13], [13.5, 11]),
    lines: sizes([22, 12], [13.5, 11]),
    question: sizes([29, 14], [14, 11]),
    quote: sizes([27, 13], [14, 11]),
    closing: sizes([34, 16], [14, 11]),
  }
}

const softShadow = { color: '#000000', opacity: 0.45, x: 0, y: 0.6, blur: 3 } as const

type Colors = Partial<LookColors>
type Settings = Omit<LookSpec, 'id'>
const withColors = (own: LookColors, given: Colors): LookColors => ({ ...own, ...given })

function bold(given: Colors): Settings {
  const colors = withColors({ ink: WHITE, paper: INK, accent: '#ffd83d' }, given)
  return {
    colors,
    title: { fontWeight: 800, lineHeight: 1.08, letterSpacing: -0.01, color: colors.ink, shadow: softShadow },
    body: { fontWeight: 500, lineHeight: 1.3, color: colors.ink, shadow: softShadow },
    sizes: sizesOf(1),
    align: 'center',
    places: ['bottom', 'top', 'middle'],
    emphasis: { color: colors.accent },
    ornaments: [],
    hasPhoto: true,
    relief: 'scrim',
    scrimMin: 4,
  }
}

function highlight(given: Colors): Settings {
  const colors = withColors({ ink: INK, paper: WHITE, accent: '#ffe14a' }, given)
  return {
    colors,
    title: { font: 'montserrat', fontWeight: 800, lineHeight: 1.3, letterSpacing: -0.01, color: colors.ink, highlight: colors.accent },
    body: { font: 'montserrat', fontWeight: 600, lineHeight: 1.42, color: colors.ink, highlight: colors.paper },
    sizes: sizesOf(0.98, 0.9),
    align: 'left',
    places: ['bottom', 'top', 'middle'],
    emphasis: null,
    ornaments: [],
    hasPhoto: true,
    relief: 'none',
  }
}

function editorial(given: Colors): Settings {
  const colors = withColors({ ink: '#fffaf0', paper: '#221d18', accent: '#f2c98a' }, given)
  return {
    colors,
    title: { font: 'playfair-display', fontWeight: 700, lineHeight: 1.1, letterSpacing: -0.01, color: colors.ink },
    body: { font: 'lora', fontWeight: 500, lineHeight: 1.4, color: colors.ink },
    sizes: sizesOf(1.14, 0.98),
    align: 'left',
    places: ['bottom', 'top', 'middle'],
    emphasis: { color: colors.accent },
    ornaments: [{ kind: 'rule', at: 'above', color: colors.accent, width: 36, thickness: 1.2 }],
    hasPhoto: true,
    relief: 'scrim',
    scrimMin: 6,
  }
}

function note(given: Colors): Settings {
  const colors = withColors({ ink: '#1c1c1e', paper: '#fffdf5', accent: '#d9480f' }, given)
  return {
    colors,
    title: { fontWeight: 800, lineHeight: 1.14, letterSpacing: -0.01, color: colors.ink },
    body: { fontWeight: 500, lineHeight: 1.34, color: '#3c3c43' },
    sizes: sizesOf(0.9, 0.92),
    align: 'left',
    places: ['middle', 'bottom', 'top'],
    emphasis: { color: colors.accent },
    ornaments: [{ kind: 'card', fill: colors.paper, radius: 12, padding: 15 }],
    hasPhoto: true,
    effects: { blur: 2 },
    relief: 'none',
  }
}

function underline(given: Colors): Settings {
  const colors = withColors({ ink: WHITE, paper: INK, accent: '#ff5c8a' }, given)
  return {
    colors,
    title: { font: 'dm-sans', fontWeight: 800, lineHeight: 1.16, letterSpacing: -0.02, color: colors.ink },
    body: { font: 'dm-sans', fontWeight: 500, lineHeight: 1.36, color: colors.ink },
    sizes: sizesOf(1),
    align: 'left',
    places: ['top', 'bottom', 'middle'],
    emphasis: { underline: colors.accent },
    ornaments: [],
    hasPhoto: true,
    effects: { filter: 'cool' },
    relief: 'scrim',
    scrimMin: 6,
  }
}

function split(given: Colors): Settings {
  const colors = withColors({ ink: '#2b2118', paper: '#f4ead9', accent: '#b4451f' }, given)
  return {
    colors,
    title: { font: 'dm-serif-display', fontWeight: 400, lineHeight: 1.1, color: colors.ink },
    body: { font: 'dm-sans', fontWeight: 500, lineHeight: 1.36, color: colors.ink },
    sizes: sizesOf(0.92, 0.92),
    align: 'left',
    places: ['bottom', 'top'],
    emphasis: { color: colors.accent },
    ornaments: [{ kind: 'panel', fill: colors.paper }],
    hasPhoto: true,
    relief: 'none',
    grounds: ['#d8b48a', '#b9c4a7', '#c9a7a0'],
  }
}

function color(given: Colors): Settings {
  const colors = withColors({ ink: '#101010', paper: '#ffd23f', accent: WHITE }, given)
  const grounds = given.paper ? [given.paper] : ['#ffd23f', '#ff8a5b', '#8fd3b6', '#b8a4f5', '#7cc6fe']
  return {
    colors,
    title: { font: 'archivo-black', fontWeight: 400, lineHeight: 1.06, letterSpacing: -0.02, color: colors.ink },
    body: { font: 'dm-sans', fontWeight: 800, lineHeight: 1.34, color: colors.ink },
    sizes: sizesOf(0.96),
    align: 'left',
    places: ['middle'],
    emphasis: { highlight: colors.accent },
    ornaments: [],
    hasPhoto: false,
    relief: 'none',
    grounds,
  }
}

function numeral(given: Colors): Settings {
  const colors = withColors({ ink: WHITE, paper: INK, accent: '#ff6b35' }, given)
  const letters = { font: 'anton', fontWeight: 400, lineHeight: 1.02 } as const
  return {
    colors,
    title: { ...letters, lineHeight: 1.16, uppercase: true, letterSpacing: 0.005, color: colors.ink },
    body: { fontWeight: 500, lineHeight: 1.32, color: colors.ink },
    sizes: sizesOf(1.14),
    align: 'left',
    places: ['bottom', 'top', 'middle'],
    emphasis: { color: colors.accent },
    ornaments: [{ kind: 'numeral', color: colors.accent, size: 58, letters }],
    hasPhoto: true,
    effects: { vignette: 3 },
    relief: 'scrim',
    scrimMin: 7,
    // The accent needs a darker ground than the backdrops of a slideshow.
    grounds: given.paper ? [given.paper] : [INK, '#14263a', '#2b1b2f', '#1d2b24'],
  }
}

function quote(given: Colors): Settings {
  const colors = withColors({ ink: '#fdf6ec', paper: '#20242c', accent: '#e8b86b' }, given)
  return {
    colors,
    title: { font: 'cormorant-garamond', fontWeight: 600, italic: true, lineHeight: 1.16, color: colors.ink },
    body: { font: 'lora', fontWeight: 500, lineHeight: 1.4, color: colors.ink },
    sizes: sizesOf(1.24, 0.96),
    align: 'center',
    places: ['middle', 'bottom', 'top'],
    emphasis: { color: colors.accent },
    ornaments: [{ kind: 'mark', color: colors.accent, size: 48, letters: { font: 'playfair-display', fontWeight: 700, lineHeight: 0.8 } }],
    hasPhoto: true,
    effects: { blur: 1, tint: { color: '#101418', amount: 7 } },
    relief: 'scrim',
  }
}

function ticket(given: Colors): Settings {
  const colors = withColors({ ink: '#231f1c', paper: '#fbf3e0', accent: '#c2410c' }, given)
  return {
    colors,
    title: { font: 'courier-prime', fontWeight: 700, uppercase: true, lineHeight: 1.16, letterSpacing: -0.02, color: colors.ink },
    body: { font: 'courier-prime', fontWeight: 400, lineHeight: 1.3, color: colors.ink },
    sizes: sizesOf(0.76, 0.86),
    align: 'center',
    places: ['middle', 'bottom', 'top'],
    emphasis: { color: colors.accent },
    ornaments: [
      { kind: 'card', fill: colors.paper, radius: 3, padding: 16, stroke: { color: colors.accent, width: 1.2 } },
      { kind: 'rule', at: 'between', color: colors.accent, width: 120, thickness: 0.8 },
    ],
    hasPhoto: true,
    effects: { filter: 'warm' },
    relief: 'none',
  }
}

function duotone(given: Colors): Settings {
  const colors = withColors({ ink: WHITE, paper: '#3b1fd1', accent: '#c9ff3d' }, given)
  return {
    colors,
    title: { font: 'bebas-neue', fontWeight: 400, lineHeight: 0.98, letterSpacing: 0.01, color: colors.ink },
    body: { font: 'dm-sans', fontWeight: 500, lineHeight: 1.34, color: colors.ink },
    sizes: sizesOf(1.5),
    align: 'left',
    places: ['bottom', 'top', 'middle'],
    emphasis: { color: colors.accent },
    ornaments: [],
    hasPhoto: true,
    effects: { filter: 'mono', tint: { color: colors.paper, amount: 8 } },
    relief: 'scrim',
    scrimMin: 2,
    grounds: [colors.paper],
  }
}

function handwritten(given: Colors): Settings {
  const colors = withColors({ ink: '#26303f', paper: '#faf5e9', accent: '#e4572e' }, given)
  return {
    colors,
    title: { font: 'caveat', fontWeight: 700, lineHeight: 1.02, color: colors.ink },
    body: { font: 'caveat', fontWeight: 700, lineHeight: 1.16, color: colors.ink },
    sizes: sizesOf(1.35, 1.35),
    align: 'left',
    places: ['middle'],
    emphasis: { underline: colors.accent },
    ornaments: [],
    hasPhoto: false,
    relief: 'none',
    grounds: [colors.paper],
  }
}

/** A look is data: what it sets is what the editor can set. */
export const LOOKS: Record<LookId, Look> = {
  // Without a brand; `brandedLook` makes the one of a brand.
  brand: { label: 'Brand', hint: 'The fonts and colors of your brand', spec: bold },
  bold: { label: 'Bold', hint: 'Large white letters, one word in color', spec: bold },
  highlight: { label: 'Highlight', hint: 'Lines on a marker’s color', spec: highlight },
  editorial: { label: 'Editorial', hint: 'A serif under a thin rule', spec: editorial },
  note: { label: 'Note', hint: 'A note on a card', spec: note },
  underline: { label: 'Underline', hint: 'One word underlined with a marker', spec: underline },
  split: { label: 'Split', hint: 'Photo above, text on plain color below', spec: split },
  color: { label: 'Color', hint: 'Full color, no photo', spec: color },
  numeral: { label: 'Numeral', hint: 'A large number for each point', spec: numeral },
  quote: { label: 'Quote', hint: 'An italic serif under a quotation mark', spec: quote },
  ticket: { label: 'Ticket', hint: 'Typewriter letters on a label', spec: ticket },
  duotone: { label: 'Duotone', hint: 'Tall letters on a photo in one color', spec: duotone },
  handwritten: { label: 'Handwritten', hint: 'A pen on paper, no photo', spec: handwritten },
  classic: { label: 'Classic', hint: 'Small outlined text in the middle', spec: null },
}

/** The settings of a look, tinted with a brand's colors; null for Classic. */
export function lookSpec(id: LookId, colors: Partial<LookColors> = {}): LookSpec | null {
  const settings = LOOKS[id].spec?.(colors)
  return settings ? { id, ...settings } : null
}
