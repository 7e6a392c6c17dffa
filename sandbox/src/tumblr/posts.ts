import { pick, seeded, type Random } from '../kit/random.ts'
import { BLOGS, type Blog } from './blogs.ts'
import type { BlogImage } from './images/image.ts'

/** The editor of a post decides its format in responses. */
export type PostKind = 'photo' | 'photoset' | 'npf-image' | 'npf-story' | 'npf-reblog' | 'gif' | 'npf-mixed' | 'text' | 'quote'

export interface Post {
  /** 64 bits: too long for a JavaScript number. */
  id: string
  blog: Blog
  kind: PostKind
  /** Seconds since 1970. */
  timestamp: number
  tags: string[]
  text: string
  images: BlogImage[]
}

/** Newest first; the same again and again. */
const PHOTO_BLOG: readonly PostKind[] = [
  'photo',
  'npf-image',
  'photoset',
  'npf-story',
  'photo',
  'npf-reblog',
  'gif',
  'npf-image',
  'text',
  'photo',
  'npf-mixed',
  'npf-image',
  'quote',
  'photo',
  'photoset',
]

const KINDS: Record<Blog['kind'], readonly PostKind[]> = { photos: PHOTO_BLOG, words: ['text', 'quote'], gifs: ['gif'] }
const FIRST_ID = 743_123_456_789_012_345n
/** 1 November 2026, 12:00 UTC. */
const NEWEST = 1_793_534_400
const SHAPES = [
  [1365, 2048],
  [1080, 1920],
  [2048, 1365],
  [1280, 1280],
  [1500, 2000],
  [640, 480],
] as const
const FORMATS = [
  ['image/jpeg', 'jpg'],
  ['image/jpeg', 'jpg'],
  ['image/jpeg', 'jpg'],
  ['image/jpeg', 'pnj'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
] as const
const SENTENCES = [
  'Took the long way home.',
  'No filter, only patience.',
  'Same place, another hour.',
  'For anyone who needs a slow minute.',
  'It was colder than it looks.',
  'Found on the way to somewhere else.',
]

/** Images per kind of post. */
const PICTURES: Record<PostKind, (random: Random) => number> = {
  photo: () => 1,
  photoset: (random) => 2 + Math.floor(random() * 3),
  'npf-image': () => 1,
  'npf-story': () => 2,
  'npf-reblog': () => 1,
  gif: () => 1,
  'npf-mixed': () => 2,
  text: () => 0,
  quote: () => 0,
}

const cache = new Map<Blog, readonly Post[]>()

/** All posts of a blog, newest first. */
export function postsOf(blog: Blog): readonly Post[] {
  const cached = cache.get(blog)
  if (cached) return cached
  const random = seeded(blog.name)
  const kinds = KINDS[blog.kind]
  const posts = Array.from({ length: 15 + Math.floor(random() * 14) }, (_, at) =>
    post(random, blog, { at, kind: kinds[at % kinds.length] ?? 'text' }),
  )
  cache.set(blog, posts)
  return posts
}

function post(random: Random, blog: Blog, { at, kind }: { at: number; kind: PostKind }): Post {
  const id = FIRST_ID + BigInt(1000 - at) * 1_000n + BigInt(BLOGS.indexOf(blog))
  const count = PICTURES[kind](random)
  return {
    id: String(id),
    blog,
    kind,
    timestamp: NEWEST - at * 40_000 - BLOGS.indexOf(blog) * 700,
    tags: blog.tags.filter(() => random() > 0.25),
    text: pick(random, SENTENCES),
    images: Array.from({ length: count }, (_, number) => {
      const name = `${blog.name}/${id}/${number}`
      return isMoving(kind, number) ? movingPicture(name, blog) : imageOf(random, name, blog)
    }),
  }
}

/** In a mixed post the first image moves and the second does not. */
function isMoving(kind: PostKind, number: number): boolean {
  return kind === 'gif' || (kind === 'npf-mixed' && number === 0)
}

function movingPicture(name: string, { scene }: Blog): BlogImage {
  return { name, scene, width: 268, height: 350, type: 'image/gif', extension: name.endsWith('0') ? 'gif' : 'gifv' }
}

function imageOf(random: Random, name: string, { scene }: Blog): BlogImage {
  const [width, height] = pick(random, SHAPES)
  const [type, extension] = pick(random, FORMATS)
  return { name, scene, width, height, type, extension }
}
