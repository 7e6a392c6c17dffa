/** Files that a slideshow is rendered as; `png` and `jpeg` are a ZIP with an image per slide. Separate from the schemas, for the database's. */
export const RENDER_TYPES = ['mp4', 'pdf', 'png', 'jpeg'] as const
export type RenderType = (typeof RENDER_TYPES)[number]

export const RENDER_STATUSES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
