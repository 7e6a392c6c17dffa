/** Every hundred between two weights. */
function hundreds(from: number, to: number): number[] {
  return Array.from({ length: (to - from) / 100 + 1 }, (_, step) => from + 100 * step)
}

/**
 * Typefaces of text boxes beside TikTok Sans, which a box without one has. `weights` are the weights between 300 and 900 that look different: a
 * box with another one gets the nearest. A face without `italic` draws italic text upright.
 */
export const FONTS = [
  { id: 'anton', name: 'Anton', kind: 'display', weights: [400], italic: false },
  { id: 'archivo-black', name: 'Archivo Black', kind: 'display', weights: [400], italic: false },
  { id: 'bebas-neue', name: 'Bebas Neue', kind: 'display', weights: [400], italic: false },
  { id: 'league-spartan', name: 'League Spartan', kind: 'display', weights: hundreds(300, 900), italic: false },
  { id: 'oswald', name: 'Oswald', kind: 'display', weights: hundreds(300, 700), italic: false },
  { id: 'dm-sans', name: 'DM Sans', kind: 'sans', weights: hundreds(300, 900), italic: true },
  { id: 'montserrat', name: 'Montserrat', kind: 'sans', weights: hundreds(300, 900), italic: true },
  { id: 'outfit', name: 'Outfit', kind: 'sans', weights: hundreds(300, 900), italic: false },
  { id: 'poppins', name: 'Poppins', kind: 'sans', weights: hundreds(300, 900), italic: true },
  { id: 'space-grotesk', name: 'Space Grotesk', kind: 'sans', weights: hundreds(300, 700), italic: false },
  { id: 'abril-fatface', name: 'Abril Fatface', kind: 'serif', weights: [400], italic: false },
  { id: 'cormorant-garamond', name: 'Cormorant Garamond', kind: 'serif', weights: hundreds(300, 700), italic: true },
  { id: 'dm-serif-display', name: 'DM Serif Display', kind: 'serif', weights: [400], italic: true },
  { id: 'libre-baskerville', name: 'Libre Baskerville', kind: 'serif', weights: hundreds(400, 700), italic: true },
  { id: 'lora', name: 'Lora', kind: 'serif', weights: hundreds(400, 700), italic: true },
  { id: 'playfair-display', name: 'Playfair Display', kind: 'serif', weights: hundreds(400, 900), italic: true },
  { id: 'caveat', name: 'Caveat', kind: 'script', weights: hundreds(400, 700), italic: false },
  { id: 'dancing-script', name: 'Dancing Script', kind: 'script', weights: hundreds(400, 700), italic: false },
  { id: 'great-vibes', name: 'Great Vibes', kind: 'script', weights: [400], italic: false },
  { id: 'pacifico', name: 'Pacifico', kind: 'script', weights: [400], italic: false },
  { id: 'permanent-marker', name: 'Permanent Marker', kind: 'script', weights: [400], italic: false },
  { id: 'courier-prime', name: 'Courier Prime', kind: 'mono', weights: [400, 700], italic: true },
  { id: 'jetbrains-mono', name: 'JetBrains Mono', kind: 'mono', weights: hundreds(300, 800), italic: true },
  { id: 'space-mono', name: 'Space Mono', kind: 'mono', weights: [400, 700], italic: true },
] as const

export type FontId = (typeof FONTS)[number]['id']

/** An uploaded font: the storage path of its file. A path never gets another content, so that slides keep their letters. */
export type UploadedFontId = `${string}/${string}.font`

/** Whether a font is an uploaded one. */
export function isUploadedFont(font: FontId | UploadedFontId | undefined): font is UploadedFontId {
  return font?.endsWith('.font') ?? false
}

/** The fields of a text box that decide whether it needs a font. */
interface FontUse {
  text: string
  font?: FontId | UploadedFontId | undefined
  hidden?: boolean | undefined
}

/** The uploaded fonts that visible letters of a slide have, each once. */
export function uploadedFontsOf({ textBoxes }: { textBoxes: readonly FontUse[] }): UploadedFontId[] {
  const drawn = textBoxes.filter(({ text, hidden }) => !hidden && text.trim() !== '')
  return [...new Set(drawn.flatMap(({ font }) => (isUploadedFont(font) ? [font] : [])))]
}

/** For the schema, which lists ids alone. */
export const FONT_IDS: readonly FontId[] = FONTS.map(({ id }) => id)
