// Defaults of new boxes. Separate from the schema, like limits.ts, so that adding a box needs no parser.

/** A text box as the button adds it, but for its id. */
export const NEW_TEXT_BOX = {
  text: 'New text',
  x: 38,
  y: 200,
  width: 180,
  height: 70,
  fontSize: 8,
  color: 'white',
  fontWeight: 400,
} as const

/** A picture's box as the picker adds it, but for its id and its picture. */
export const NEW_IMAGE_BOX = { x: 78, y: 100, width: 100, height: 100, opacity: 1 } as const

/** Position of a logo that was never moved. */
export const LOGO_PLACE = { x: 28, y: 290, width: 200, height: 50 } as const

/** A slide without anything on it, but for its id, its title and its lists of boxes. */
export const EMPTY_SLIDE = {
  description: '',
  backgroundImage: null,
  logoImage: null,
  logoPosition: null,
  textStyle: 'outline',
  brightness: 0,
  contrast: 0,
} as const
