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
/** Largest type that resizing a box and the size of all texts reach. */
export const FONT_SIZE_MAX = 20
/** Largest type of a document: a number that fills a third of the slide. */
export const TYPE_SIZE_MAX = 64
export const BOX_MIN_WIDTH = 50
export const BOX_MIN_HEIGHT = 30
export const LEVEL_MIN = -10
export const LEVEL_MAX = 10

/** Text styles in the order in which the style button cycles through them. */
export const TEXT_STYLES = ['outline', 'white-bg', 'black-bg', 'black-outline'] as const
export type TextStyle = (typeof TEXT_STYLES)[number]

/** Most parts of a text that are emphasised, each with its own look. */
export const EMPHASES_MAX = 12

/** Most of the sizes of shapes and images, in slide units. */
export const RADIUS_MAX = 128
export const STROKE_WIDTH_MAX = 16
/** Smallest side of the part that a crop leaves, as a share of the image. */
export const CROP_MIN = 0.05
/** Longest name of a layer, in UTF-16 code units. */
export const LAYER_NAME_MAX = 60

/** Longest description of a slide or an image for screen readers, in UTF-16 code units. */
export const ALT_TEXT_MAX = 4096

/** Least and most of what a text box or a picture may be set to beside its place and size. */
export const BOX_RANGES = {
  /** Em of the type. Without it, lines have the distance that the product's own typeface asks for. */
  lineHeight: [0.8, 2.5],
  /** Em added after each letter. */
  letterSpacing: [-0.1, 0.5],
  /** Degrees, clockwise around the middle of the box. */
  rotation: [-180, 180],
  opacity: [0, 1],
  /** Corners of an image or a shape, in slide units. */
  radius: [0, RADIUS_MAX],
} as const satisfies Record<string, readonly [number, number]>

/** Drawn as vectors. `progress` is a row of dots that shows where the slide is in the slideshow. */
export const SHAPES = ['rectangle', 'ellipse', 'line', 'arrow', 'bubble', 'progress', 'emoji', 'icon'] as const
export type Shape = (typeof SHAPES)[number]

/** Forms of a page number: `2`, or `2/7`. */
export const PAGE_NUMBERS = ['number', 'of-total'] as const
export type PageNumber = (typeof PAGE_NUMBERS)[number]

/** How the lines of a text are aligned in its box. */
export const TEXT_ALIGNMENTS = ['left', 'center', 'right'] as const
export type TextAlignment = (typeof TEXT_ALIGNMENTS)[number]

/** Reach of a shadow: its blur and its offset, in slide units. */
export const SHADOW_REACH_MAX = 12

/** Color filters of a photo. */
export const PHOTO_FILTERS = ['warm', 'cool', 'mono'] as const
export type PhotoFilter = (typeof PHOTO_FILTERS)[number]

/** How a photo covers the slide: cropped to its edges, whole before its own blurred copy, or whole before the plain background. */
export const PHOTO_FITS = ['fill', 'blur', 'plain'] as const
export type PhotoFit = (typeof PHOTO_FITS)[number]

/** Where a format cuts a cover photo, as a share of its height, unless the slide says otherwise. */
export const PHOTO_FOCUS = 0.5

/** Times that a photo may be enlarged behind the text. */
export const PHOTO_ZOOM_MAX = 4
/** Highest level of blur, tint, scrim and vignette; 0 is none. */
export const EFFECT_MAX = 10
/** Share of a scrim's color at the highest level. */
export const SCRIM_MOST = 0.9
/** Share of a tint's color at the highest level. */
export const TINT_MOST = 0.7
