import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Files, StoredFile } from '../published-posts/files.ts'
import { LIVE_PLATFORMS, type Live, type LivePlatform, type LivePost } from '../published-posts/ledger.ts'
import { isOwnMachine } from '../kit/control.ts'
import type { Chaos } from '../kit/chaos.ts'
import { changes } from '../kit/changes.ts'
import { metaSource } from './meta-view.ts'
import type { FeedPost, FeedSource } from './post.ts'
import { tiktokSource } from './tiktok-view.ts'
import { tumblrSource } from './tumblr-view.ts'
import type { Meta } from '../meta/routes.ts'
import type { Posts } from '../tiktok/posting/posts.ts'
import type { OwnPosts } from '../tumblr/posting/own-posts.ts'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

interface FeedParts {
  live: Live
  files: Files
  tiktok: Posts
  tumblr: OwnPosts
  meta: readonly [instagram: Meta, threads: Meta]
  chaos: Chaos
  /** Whether visitors from other machines can open the page: they see public posts only. */
  isPublic: boolean
}

type Sources = Readonly<Record<LivePlatform, FeedSource>>
/** The posts that went live, and what each platform knows of them. */
interface FeedContext {
  live: Live
  sources: Sources
}

/** Posts that one answer holds at most. */
const PAGE_MAX = 30
/** Maximum posts in inboxes, drafts and queues. */
const WAITING_MAX = 60

const listSchema = z.object({
  platform: z.enum(LIVE_PLATFORMS).optional(),
  shelf: z.enum(['out', 'waiting']).default('out'),
  /** Only posts published before this number. */
  before: z.coerce.number().int().positive().default(Number.MAX_SAFE_INTEGER),
})

/** A page like a phone that shows the posts of all platforms, and its data. */
export function createFeed({ live, files, tiktok, tumblr, meta, chaos, isPublic }: FeedParts): Hono {
  const [instagram, threads] = meta
  const sources: Sources = {
    tiktok: tiktokSource(tiktok, files),
    tumblr: tumblrSource(tumblr, files),
    instagram: metaSource(instagram, files),
    threads: metaSource(threads, files),
  }
  const parts = { live, sources }
  const app = new Hono()
  const isNear = (c: Context) => !isPublic && isOwnMachine(c.req.url)
  const requestedPost = (c: Context) => {
    const post = find(parts, c.req.param('platform') ?? '', c.req.param('id') ?? '')
    return post && (isNear(c) || isForEveryone(post)) ? post : null
  }
  app.get('/', (c) => page(c, 200))
  app.get('/live/:platform/:id', (c) => page(c, requestedPost(c) ? 200 : 404))
  app.get('/feed/assets/:name', (c) => asset(c.req.param('name')))
  app.get('/feed/files/:sha256', (c) => serveFile(files.find(c.req.param('sha256')), c.req.header('range')))
  app.get('/feed/events', () => changes(live))
  app.get('/feed/state', (c) => c.json({ ...countsOf(parts, isNear(c)), isNear: isNear(c), chaos: chaos.state() }))
  app.get('/feed/posts', (c) => {
    const query = listSchema.safeParse(c.req.query())
    if (!query.success) return c.json({ error: z.prettifyError(query.error) }, 400)
    if (query.data.shelf === 'out') return c.json(outPage(parts, query.data, isNear(c)))
    return c.json({ posts: isNear(c) ? waiting(parts, query.data.platform) : [], before: null })
  })
  app.get('/feed/posts/:platform/:id', (c) => c.json({ post: requestedPost(c) }))
  return app
}

function isForEveryone({ state, audience }: FeedPost): boolean {
  return state === 'out' && audience === 'everyone'
}

/** Newest first, and where the next page begins. */
function outPage(parts: FeedContext, { platform, before }: z.infer<typeof listSchema>, isNear: boolean) {
  const matches: LivePost[] = []
  let isMore = false
  for (const post of parts.live.all().toReversed()) {
    if (post.number >= before || (platform && post.platform !== platform)) continue
    if (!isNear && post.audience !== 'everyone') continue
    isMore = matches.length === PAGE_MAX
    if (isMore) break
    matches.push(post)
  }
  const posts = matches
    .flatMap((post) => parts.sources[post.platform].published(post) ?? [])
    .filter((post) => isNear || isForEveryone(post))
  return { posts, before: isMore ? matches.at(-1)?.number : null }
}

/** Posts in inboxes, drafts and queues, newest first. */
function waiting({ sources }: FeedContext, platform: LivePlatform | undefined): FeedPost[] {
  const platforms = platform ? [platform] : LIVE_PLATFORMS
  const views = platforms.flatMap((name) => sources[name].waiting())
  return views.toSorted((a, b) => b.at - a.at).slice(0, WAITING_MAX)
}

function countsOf({ live, sources }: FeedContext, isNear: boolean) {
  const all = live.all().filter(({ audience }) => isNear || audience === 'everyone')
  const out = Object.fromEntries(LIVE_PLATFORMS.map((name) => [name, all.filter(({ platform }) => platform === name).length]))
  return { out, waiting: isNear ? LIVE_PLATFORMS.reduce((sum, name) => sum + sources[name].waiting().length, 0) : 0 }
}

function find({ sources }: FeedContext, platform: string, id: string): FeedPost | null {
  const source = LIVE_PLATFORMS.find((name) => name === platform)
  return source ? sources[source].find(id) : null
}

const FOLDER = new URL('page/', import.meta.url)

/** The page loads only these files. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const FONTS: Readonly<Record<string, string>> = {
  'inter.woff2': '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  'tiktok-sans.woff2': '@fontsource-variable/tiktok-sans/files/tiktok-sans-latin-wght-normal.woff2',
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  woff2: 'font/woff2',
}
const OWN = ['feed.css', 'phone.css', 'feed.js', 'post.js', 'parts.js', 'pages.js', 'received.js', 'elements.js']

/** The page; each post has an address of its own, under which the same page opens with it. */
export async function page(c: Context, status: 200 | 404): Promise<Response> {
  const html = await readFile(new URL('feed.html', FOLDER), 'utf8')
  return c.html(html, status, { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' })
}

/** One of the files that the page consists of. */
export async function asset(name: string): Promise<Response> {
  const font = FONTS[name]
  if (!font && !OWN.includes(name)) return new Response('Not found', { status: 404 })
  const bytes = await readFile(font ? fileURLToPath(import.meta.resolve(font)) : new URL(name, FOLDER))
  const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': type, 'cache-control': font ? 'max-age=86400' : 'no-cache', 'x-content-type-options': 'nosniff' },
  })
}

/** A file of a post; supports ranges, which players need to seek in videos. */
function serveFile(file: StoredFile | undefined, range: string | undefined): Response {
  if (!file) return new Response('No longer kept', { status: 404 })
  const headers = {
    'content-type': file.type,
    'cache-control': 'private, max-age=3600, immutable',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-site',
  }
  const size = file.bytes.byteLength
  const piece = range === undefined ? null : pieceOf(range, size)
  if (range !== undefined && !piece) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } })
  const { from, to } = piece ?? { from: 0, to: size - 1 }
  const bytes = new Uint8Array(file.bytes.subarray(from, to + 1))
  if (!piece) return new Response(bytes, { headers })
  return new Response(bytes, { status: 206, headers: { ...headers, 'content-range': `bytes ${from}-${to}/${size}` } })
}

/** One range, as players ask for it: `bytes=0-`, `bytes=5-9`, `bytes=-100`. */
function pieceOf(range: string, size: number): { from: number; to: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from <= to ? { from, to } : null
}
