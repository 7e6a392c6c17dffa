// Apart from the schemas: the page loads these without the schemas' library.

export const SLIDESHOW_TEMPLATE_NAME_MAX = 120
/** Longest name of a slot, in UTF-16 code units. */
export const SLOT_NAME_MAX = 60
/** References the photo behind a slide. Ids of boxes never begin with `@`. */
export const BACKGROUND_REF = '@background'
/** Columns of a table of slideshows, and those that a list of failures adds, which are ignored. No slot may be named like one. */
export const TABLE_COLUMNS = ['topic', 'language', 'company', 'look'] as const
export const FAILURE_COLUMNS = ['line', 'error'] as const
export const RESERVED_COLUMNS: readonly string[] = [...TABLE_COLUMNS, ...FAILURE_COLUMNS]
