/** The differences between Instagram and Threads: both publish containers through Meta's Graph API. */
export interface MetaNetwork {
  id: 'instagram' | 'threads'
  label: string
  client: { key: string; secret: string }
  callbackPath: string
  /** Every scope, with its label on the consent page. The basic one can't be declined. */
  scopes: Readonly<Record<string, string>>
  basicScope: string
  publishScope: string
  /** Before `_exchange_token` and `_refresh_token`. */
  grantPrefix: 'ig' | 'th'
  tokenPrefix: string
  /** Versions of the API that exist; paths without one work, too. */
  version: RegExp
  edges: { create: string; publish: string; list: string; limit: string }
  textField: 'caption' | 'text'
  textMax: number
  /** The length of a text as the network counts it. */
  lengthOf: (text: string) => number
  /** The error of a text that is too long. */
  textError: string
  altMax: number
  childrenMax: number
  /** Values of `media_type`; where an empty one is listed, it may be left out. */
  mediaTypes: readonly string[]
  pictureTypes: readonly string[]
  /** Width divided by height. */
  ratioMin: number
  ratioMax: number
  videoBytesMax: number
  postsADay: number
  containersADay: number
  restrictedError: string
}

export const INSTAGRAM: MetaNetwork = {
  id: 'instagram',
  label: 'Instagram',
  client: { key: '910000000000216', secret: 'instagram-sandbox-secret' },
  callbackPath: '/instagram_callback',
  scopes: {
    instagram_business_basic: 'See your profile and posts',
    instagram_business_content_publish: 'Post for you',
    instagram_business_manage_insights: 'See how your posts perform',
    instagram_business_manage_comments: 'Read and answer comments',
  },
  basicScope: 'instagram_business_basic',
  publishScope: 'instagram_business_content_publish',
  grantPrefix: 'ig',
  tokenPrefix: 'IGAA',
  version: /^v2[2-6]\.0$/,
  edges: { create: 'media', publish: 'media_publish', list: 'media', limit: 'content_publishing_limit' },
  textField: 'caption',
  textMax: 2200,
  // Unverified: the documents say characters.
  lengthOf: (text) => [...text].length,
  textError: '2207010',
  altMax: 1000,
  childrenMax: 10,
  mediaTypes: ['', 'IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'],
  pictureTypes: ['image/jpeg'],
  ratioMin: 4 / 5,
  ratioMax: 1.91,
  videoBytesMax: 300 * 1024 * 1024,
  // One page of the documents says 50, another 100.
  postsADay: 50,
  containersADay: 400,
  restrictedError: '2207050',
}

export const THREADS: MetaNetwork = {
  id: 'threads',
  label: 'Threads',
  client: { key: '920000000000216', secret: 'threads-sandbox-secret' },
  callbackPath: '/threads_callback',
  scopes: {
    threads_basic: 'See your profile and posts',
    threads_content_publish: 'Post for you',
    threads_manage_insights: 'See how your posts perform',
    threads_manage_replies: 'Manage replies',
  },
  basicScope: 'threads_basic',
  publishScope: 'threads_content_publish',
  grantPrefix: 'th',
  tokenPrefix: 'THAA',
  version: /^v1\.0$/,
  edges: { create: 'threads', publish: 'threads_publish', list: 'threads', limit: 'threads_publishing_limit' },
  textField: 'text',
  textMax: 500,
  lengthOf: threadsLength,
  textError: 'text-too-long',
  altMax: 1000,
  childrenMax: 20,
  mediaTypes: ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL'],
  pictureTypes: ['image/jpeg', 'image/png'],
  // Unverified: the documents say 10:1, which is taken for both directions.
  ratioMin: 1 / 10,
  ratioMax: 10,
  videoBytesMax: 1024 * 1024 * 1024,
  postsADay: 250,
  containersADay: Infinity,
  restrictedError: '4279013',
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** An emoji, also a flag, a keycap or a joined one, counts as many characters as it has bytes in UTF-8. */
function threadsLength(text: string): number {
  const sizes = Array.from(characters.segment(text), ({ segment }) =>
    /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(segment) ? Buffer.byteLength(segment) : [...segment].length,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
