import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Files } from '../published-posts/files.ts'
import type { Live, LivePlatform, LivePost } from '../published-posts/ledger.ts'
import { isOwnMachine } from '../kit/control.ts'
import type { Posts } from '../tiktok/posting/posts.ts'
import type { OwnPosts } from '../tumblr/posting/own-posts.ts'
import type { Chaos } from '../kit/chaos.ts'
import { changes } from '../kit/changes.ts'
import { asset, page } from './page.ts'
import type { FeedPost } from './post.ts'
import { serveFile } from './serve-file.ts'
import { tiktokView } from './tiktok-view.ts'
import { tumblrView } from './tumblr-view.ts'

interface FeedParts {
  live: Live
  files: Files
  tiktok: Posts
  tumblr: OwnPosts
  chaos: Chaos
  /** Whether others than this machine's people reach the page: they see what was meant for everyone. */
  isPublic: boolean
}

/** Posts that one answer holds at most. */
const PAGE_MAX = 30
/** Maximum posts in inboxes, drafts and queues. */
const WAITING_MAX = 60

const listSchema = z.object({
  platform: z.enum(['tiktok', 'tumblr']).optional(),
  shelf: z.enum(['out', 'waiting']).default('out'),
  /** Only posts that came out before the one of this number. */
  before: z.coerce.number().int().positive().default(Number.MAX_SAFE_INTEGER),
})

/** A page like a phone that shows the posts of both platforms, and its data. */
export function createFeed(parts: FeedParts): Hono {
  const { live, files, chaos, isPublic } = parts
  const app = new Hono()
  const isNear = (c: Context) => !isPublic && isOwnMachine(c.req.url)
  const known = (c: Context) => {
    const post = find(parts, c.req.param('platform') ?? '', c.req.param('id') ?? '')
    return post && (isNear(c) || isForEveryone(post)) ? post : null
  }
  app.get('/', (c) => page(c, 200))
  app.get('/live/:platform/:id', (c) => page(c, known(c) ? 200 : 404))
  app.get('/feed/assets/:name', (c) => asset(c.req.param('name')))
  app.get('/feed/files/:sha256', (c) => serveFile(files.find(c.req.param('sha256')), c.req.header('range')))
  app.get('/feed/events', () => changes(live))
  app.get('/feed/state', (c) => c.json({ ...countsOf(parts, isNear(c)), isNear: isNear(c), chaos: chaos.state() }))
  app.get('/feed/posts', (c) => {
    const asked = listSchema.safeParse(c.req.query())
    if (!asked.success) return c.json({ error: z.prettifyError(asked.error) }, 400)
    if (asked.data.shelf === 'out') return c.json(outPage(parts, asked.data, isNear(c)))
    return c.json({ posts: isNear(c) ? waiting(parts, asked.data.platform) : [], before: null })
  })
  app.get('/feed/posts/:platform/:id', (c) => c.json({ post: known(c) }))
  return app
}

function isForEveryone({ state, audience }: FeedPost): boolean {
  return state === 'out' && audience === 'everyone'
}

/** Newest first, and where the next page begins. */
function outPage(parts: FeedParts, { platform, before }: z.infer<typeof listSchema>, isNear: boolean) {
  const found: LivePost[] = []
  let isMore = false
  for (const post of parts.live.all().toReversed()) {
    if (post.number >= before || (platform && post.platform !== platform)) continue
    if (!isNear && post.audience !== 'everyone') continue
    isMore = found.length === PAGE_MAX
    if (isMore) break
    found.push(post)
  }
  const posts = found.flatMap((post) => viewOf(parts, post) ?? []).filter((post) => isNear || isForEveryone(post))
  return { posts, before: isMore ? found.at(-1)?.number : null }
}

/** Posts in inboxes, drafts and queues, newest first. */
function waiting({ tiktok, tumblr, files }: FeedParts, platform: LivePlatform | undefined): FeedPost[] {
  const inbox = platform === 'tumblr' ? [] : tiktok.inbox().map((post) => tiktokView(post, files))
  const shelved = platform === 'tiktok' ? [] : tumblr.all().filter(({ state }) => state !== 'published' && state !== 'private')
  const views = [...inbox, ...shelved.toReversed().map((post) => tumblrView(post, files))]
  return views.toSorted((a, b) => b.at - a.at).slice(0, WAITING_MAX)
}

function countsOf({ live, tiktok, tumblr }: FeedParts, isNear: boolean) {
  const all = live.all().filter(({ audience }) => isNear || audience === 'everyone')
  const count = (platform: LivePlatform) => all.filter((post) => post.platform === platform).length
  return { out: { tiktok: count('tiktok'), tumblr: count('tumblr') }, waiting: isNear ? waitingCount(tiktok, tumblr) : 0 }
}

function waitingCount(tiktok: Posts, tumblr: OwnPosts): number {
  return tiktok.inbox().length + tumblr.all().filter(({ state }) => state !== 'published' && state !== 'private').length
}

/** A published post as it looks now; null when it was deleted or its platform forgot it. */
function viewOf({ tiktok, tumblr, files }: FeedParts, { platform, publishId, id, becamePublicAt }: LivePost): FeedPost | null {
  if (platform === 'tiktok') {
    const post = tiktok.find(publishId ?? '')
    return post && !post.isRemoved ? { ...tiktokView(post, files), at: becamePublicAt } : null
  }
  const post = tumblr.byId(id)
  return post ? { ...tumblrView(post, files), at: becamePublicAt } : null
}

/** By the id under which the world knows it; on TikTok also by the one under which its start was answered. */
function find(parts: FeedParts, platform: string, id: string): FeedPost | null {
  if (platform === 'tiktok') {
    const post = parts.tiktok.find(id) ?? parts.tiktok.findPublic(id)
    return post && !post.isRemoved && post.state === 'done' ? tiktokView(post, parts.files) : null
  }
  const post = platform === 'tumblr' ? parts.tumblr.byId(id) : undefined
  return post ? tumblrView(post, parts.files) : null
}
