import { CONTENT_TYPE_IDS, type ContentStyle, type ContentTypeId } from './ids.ts'

/** Facts about a content type that need no writer: enough for the generator's form. */
export interface ContentTypeFacts {
  label: string
  description: string
  /** Exactly this many slides, whatever was asked for; null leaves the choice. */
  slideLock: number | null
  /** Whether the soft sell (the company worked into a slide) is offered; where it is not, choosing the type turns it off. */
  softSell: boolean
  /** Whether the closing "like & follow" slide is available. */
  likeAndFollow: boolean
  output: 'slideshow' | 'video'
  /** Whether a model writes the texts, so that a topic is needed. */
  needsTopic: boolean
  contentStyle: ContentStyle
}

/** Content types by id; the order of the cards is that of CONTENT_TYPE_IDS. */
export const CONTENT_TYPES = {
  'numbered-list': {
    label: 'Numbered list',
    description: 'A cover and one point a slide',
    slideLock: null,
    softSell: true,
    likeAndFollow: true,
    output: 'slideshow',
    needsTopic: true,
    contentStyle: 'educational',
  },
  'directly-personal': {
    label: 'Directly personal',
    description: 'Talks to one reader, 3 or 4 short lines a slide',
    slideLock: null,
    softSell: true,
    likeAndFollow: true,
    output: 'slideshow',
    needsTopic: true,
    contentStyle: 'personal',
  },
  'question-users': {
    label: 'Question',
    description: 'A question that starts the comments, 2 slides',
    slideLock: 2,
    softSell: false,
    likeAndFollow: true,
    output: 'slideshow',
    needsTopic: true,
    contentStyle: 'personal',
  },
  'multi-photo-video': {
    label: 'Multi-photo video',
    description: 'One quote over quickly changing photos',
    slideLock: 1,
    softSell: false,
    likeAndFollow: false,
    output: 'video',
    needsTopic: true,
    contentStyle: 'motivational',
  },
  custom: {
    label: 'Custom',
    description: 'Empty slides to lay out yourself',
    slideLock: null,
    softSell: false,
    likeAndFollow: false,
    output: 'slideshow',
    needsTopic: false,
    contentStyle: 'educational',
  },
} as const satisfies Record<ContentTypeId, ContentTypeFacts>

/** Default content type for a style. */
export function firstTypeOf(style: ContentStyle): ContentTypeId {
  return CONTENT_TYPE_IDS.find((id) => CONTENT_TYPES[id].contentStyle === style) ?? CONTENT_TYPE_IDS[0]
}
