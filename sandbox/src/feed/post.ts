import type { Audience, LiveFile, LivePlatform, LivePost } from '../published-posts/ledger.ts'

/** State of a post: published, or waiting at its platform. */
export type FeedState = 'out' | 'draft' | 'queue' | 'inbox' | 'review'

/** An image or video of the page. */
export interface FeedFile extends LiveFile {
  type: string
  /** Null once its bytes are evicted. */
  url: string | null
  alt: string
}

/** Images one after another, images in a row, texts, or a video. */
export type FeedPart =
  | { kind: 'pages' | 'row'; files: FeedFile[] }
  | { kind: 'video'; file: FeedFile }
  | { kind: 'text'; text: string; isHeading: boolean }
  | { kind: 'link'; url: string; text: string }

/** A post as the page shows it. */
export interface FeedPost {
  platform: LivePlatform
  id: string
  /** The page of this post. */
  path: string
  state: FeedState
  /** Publishing time, or else creation time, in milliseconds since 1970. */
  at: number
  account: { name: string; handle: string; avatar: string | null }
  title: string
  description: string
  parts: FeedPart[]
  /** Which of the pages is the cover, from zero. */
  cover: number
  tags: string[]
  audience: Audience
  /** Null where the platform does not ask. */
  comments: boolean | null
  /** Where it is shown, on platforms with several such places. */
  placement: 'feed' | 'reel' | 'story'
  disclosure: 'Paid partnership' | 'Promotional content' | null
  /** Further facts, such as the music. */
  notes: string[]
  publishId: string | null
  slug: string | null
}

/** Where the page gets the posts of a platform. */
export interface FeedSource {
  /** A published post as it looks now; null when it was deleted or its platform forgot it. */
  published(post: LivePost): FeedPost | null
  /** By an id under which the world or the application knows it. */
  find(id: string): FeedPost | null
  /** Posts in inboxes, drafts and queues, newest first. */
  waiting(): FeedPost[]
}
