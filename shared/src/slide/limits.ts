// Numbers and names of a slide, apart from its schema: the page loads them without the schema's library.

/** Logical size of a slide: all stored coordinates are in these units. 256 × 16/9, so that it scales to whole pixels. */
export const SLIDE_WIDTH = 256
export const SLIDE_HEIGHT = (SLIDE_WIDTH * 16) / 9

/** Pixels of an exported slide. */
export const EXPORT_WIDTH = 1080
export const EXPORT_HEIGHT = 1920

/** Most slides a project holds: one more than TikTok's carousel limit would be refused there. */
export const MAX_SLIDES = 35
/** Most boxes of one kind on a slide; keeps a hostile document from stalling the painter. */
export const MAX_BOXES = 40
/** Longest text of one box, in UTF-16 code units. */
export const MAX_BOX_TEXT = 2000

export const FONT_SIZE_MIN = 4
export const FONT_SIZE_MAX = 20
export const BOX_MIN_WIDTH = 50
export const BOX_MIN_HEIGHT = 30
export const LEVEL_MIN = -10
export const LEVEL_MAX = 10

/** Text styles in the order in which the style button cycles through them. */
export const TEXT_STYLES = ['outline', 'white-bg', 'black-bg', 'black-outline'] as const
export type TextStyle = (typeof TEXT_STYLES)[number]
