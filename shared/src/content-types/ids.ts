/** Content types in the order in which the generator shows their cards. */
export const CONTENT_TYPE_IDS = ['numbered-list', 'directly-personal', 'question-users', 'multi-photo-video', 'custom'] as const
export type ContentTypeId = (typeof CONTENT_TYPE_IDS)[number]

/** Content types that a topic is enough for, so that a table can name them. */
export const TABLE_TYPES: readonly ContentTypeId[] = CONTENT_TYPE_IDS.filter((id) => id !== 'custom')

export const CONTENT_STYLES = ['educational', 'personal', 'motivational'] as const
export type ContentStyle = (typeof CONTENT_STYLES)[number]

/** The text of the closing slide, unless a brand has its own. */
export const LIKE_AND_FOLLOW = 'like & follow'
