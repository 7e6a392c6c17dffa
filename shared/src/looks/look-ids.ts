/** Looks in the order in which they are shown. */
export const LOOK_IDS = [
  'brand',
  'bold',
  'highlight',
  'editorial',
  'note',
  'underline',
  'split',
  'color',
  'numeral',
  'quote',
  'ticket',
  'duotone',
  'handwritten',
  'classic',
] as const
export type LookId = (typeof LOOK_IDS)[number]

/** The look that new accounts begin with. */
export const FIRST_LOOK: LookId = 'bold'
/** The look of slides that the specification lays out. */
export const CLASSIC: LookId = 'classic'
/** The look that a brand makes of its typefaces and colors. */
export const BRAND: LookId = 'brand'
