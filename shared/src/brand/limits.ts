// Numbers and names of a brand, apart from its schema: the page loads them without the schema's library.

export const BRAND_COLORS_MAX = 5
export const BRAND_COLOR_NAME_MAX = 40
/** Most words and phrases of each list, and the longest of them, in UTF-16 code units. */
export const BRAND_WORDS_MAX = 40
export const BRAND_WORD_LENGTH_MAX = 60
/** Longest tone, audience, call to action and closing text, in UTF-16 code units. */
export const BRAND_TONE_MAX = 200
export const BRAND_AUDIENCE_MAX = 500
export const CALL_TO_ACTION_MAX = 120
export const CLOSING_TEXT_MAX = 120

/** Slides that a brand styles differently: the first, those between, and the closing one. */
export const BRAND_ROLES = ['hook', 'point', 'closing'] as const
export type BrandRole = (typeof BRAND_ROLES)[number]

/** Slides that carry the logo. */
export const LOGO_SLIDES = ['none', 'closing', 'all'] as const
export const LOGO_CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const
export const LOGO_SIZES = ['small', 'medium', 'large'] as const

/** Who speaks. `any` leaves it to the content type. */
export const SPEAKERS = ['any', 'i', 'we', 'you'] as const
export const EMOJI_USES = ['none', 'few', 'many'] as const
/** `lower` is the product's own voice: all in lower case. */
export const LETTER_CASES = ['lower', 'sentence'] as const
