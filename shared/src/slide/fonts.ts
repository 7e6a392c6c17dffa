/** Typefaces of text boxes beside TikTok Sans, which a box without one has. */
export const FONTS = [
  { id: 'anton', name: 'Anton', kind: 'display' },
  { id: 'archivo-black', name: 'Archivo Black', kind: 'display' },
  { id: 'bebas-neue', name: 'Bebas Neue', kind: 'display' },
  { id: 'league-spartan', name: 'League Spartan', kind: 'display' },
  { id: 'oswald', name: 'Oswald', kind: 'display' },
  { id: 'dm-sans', name: 'DM Sans', kind: 'sans' },
  { id: 'montserrat', name: 'Montserrat', kind: 'sans' },
  { id: 'outfit', name: 'Outfit', kind: 'sans' },
  { id: 'poppins', name: 'Poppins', kind: 'sans' },
  { id: 'space-grotesk', name: 'Space Grotesk', kind: 'sans' },
  { id: 'abril-fatface', name: 'Abril Fatface', kind: 'serif' },
  { id: 'cormorant-garamond', name: 'Cormorant Garamond', kind: 'serif' },
  { id: 'dm-serif-display', name: 'DM Serif Display', kind: 'serif' },
  { id: 'libre-baskerville', name: 'Libre Baskerville', kind: 'serif' },
  { id: 'lora', name: 'Lora', kind: 'serif' },
  { id: 'playfair-display', name: 'Playfair Display', kind: 'serif' },
  { id: 'caveat', name: 'Caveat', kind: 'script' },
  { id: 'dancing-script', name: 'Dancing Script', kind: 'script' },
  { id: 'great-vibes', name: 'Great Vibes', kind: 'script' },
  { id: 'pacifico', name: 'Pacifico', kind: 'script' },
  { id: 'permanent-marker', name: 'Permanent Marker', kind: 'script' },
  { id: 'courier-prime', name: 'Courier Prime', kind: 'mono' },
  { id: 'jetbrains-mono', name: 'JetBrains Mono', kind: 'mono' },
  { id: 'space-mono', name: 'Space Mono', kind: 'mono' },
] as const

export type FontId = (typeof FONTS)[number]['id']

/** For the schema, which lists ids alone. */
export const FONT_IDS: readonly FontId[] = FONTS.map(({ id }) => id)
