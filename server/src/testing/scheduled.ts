import { createHash, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { PostKind } from '@ninesixteen/shared/publishing/delivery'
import { publishAttempts, postEvents, postMedia, scheduledPosts } from '../db/schema-publishing.ts'
import { files } from '../db/schema-photos.ts'
import type { Services } from '../routes/services.ts'
import type { AccountTokens } from '../platforms/account.ts'
import { newKey } from '../storage/store/storage-key.ts'
import { buildSlide } from './build-slide.ts'
import type { TestSandbox } from './sandbox.ts'

export type SeedServices = Pick<Services, 'config' | 'connections' | 'db' | 'store'>

/** A connected account and its sandbox user. */
export interface SeededAccount {
  rowId: string
  platform: PlatformId
  accountId: string
  /** The sandbox's name of the user. */
  sandboxUser: string
  username: string
}

interface TiktokGrant {
  account: string
  openId: string
  username: string
  displayName: string
  accessToken: string
  refreshToken: string
  expiresIn: number
  scope: string
}

interface TumblrGrant {
  account: string
  name: string
  title: string
  token: string
  secret: string
}

export type AccountSelection = { accounts: string[] } | { count: number; from?: number }

/** Connects accounts without a browser, as after consent. `count` generates users. */
export async function connectAccounts(
  services: SeedServices,
  sandbox: Pick<TestSandbox, 'control'>,
  { userId, platform, ...who }: { userId: string; platform: PlatformId } & AccountSelection,
): Promise<SeededAccount[]> {
  const saved: SeededAccount[] = []
  for (const grant of await grantsOf(sandbox, platform, who)) saved.push(await storeGrant(services, userId, { platform, grant }))
  return saved
}

/** A grant of Instagram or Threads. */
interface MetaGrant {
  account: string
  userId: string
  username: string
  name: string
  accessToken: string
  refreshToken: string
  expiresIn: number
  scope: string
}

export type Grant = TiktokGrant | TumblrGrant | MetaGrant

export async function grantsOf(sandbox: Pick<TestSandbox, 'control'>, platform: PlatformId, who: AccountSelection): Promise<Grant[]> {
  return (await sandbox.control<{ grants: Grant[] }>(`/${platform}/grants`, 'POST', who)).grants
}

export function accountOf(grant: Grant): { accountId: string; username: string; tokens: AccountTokens } {
  if ('token' in grant) {
    const tokens = { access: grant.token, refresh: grant.secret, expiresInSeconds: null, scopes: [] }
    return { accountId: `t:${grant.name}`, username: grant.name, tokens }
  }
  const { accessToken, refreshToken, expiresIn, scope } = grant
  const tokens = { access: accessToken, refresh: refreshToken, expiresInSeconds: expiresIn, scopes: scope.split(',') }
  return { accountId: 'userId' in grant ? grant.userId : grant.openId, username: grant.username, tokens }
}

export async function storeGrant(
  services: SeedServices,
  userId: string,
  { platform, grant }: { platform: PlatformId; grant: Grant },
): Promise<SeededAccount> {
  const settings = services.config.platforms[platform]
  const { accountId, username, tokens } = accountOf(grant)
  const identity = { accountId, username, displayName: username, avatarUrl: null, blogs: null }
  const account = { platform, identity, tokens, clientKey: settings.client?.key ?? '' }
  const { id } = await services.connections.accounts.save(userId, account)
  return { rowId: id, platform, accountId, sandboxUser: grant.account, username }
}

/** Every platform takes pictures of this size. */
const PICTURE = { width: 360, height: 450 } as const

/** A small, unique JPEG. */
export async function buildJpeg(seed: number): Promise<Buffer> {
  const color = { r: seed % 256, g: (seed >> 8) % 256, b: (seed * 7) % 256 }
  return sharp({ create: { ...PICTURE, channels: 3, background: color } })
    .jpeg()
    .toBuffer()
}

export const OPTIONS: Readonly<Record<PlatformId, (account: SeededAccount) => Record<string, unknown>>> = {
  tiktok: () => ({ platform: 'tiktok', audience: 'PUBLIC_TO_EVERYONE', musicConsent: true }),
  tumblr: ({ username }) => ({ platform: 'tumblr', blog: username }),
  instagram: () => ({ platform: 'instagram', format: '4:5' }),
  threads: () => ({ platform: 'threads' }),
}

export interface SeedPost {
  userId: string
  account: SeededAccount
  caption?: string
  /** Seconds from now; 0 is due immediately. */
  inSeconds?: number
  kind?: PostKind
  options?: Record<string, unknown>
  /** Stored files; defaults to a new image. */
  media?: readonly SeedFile[]
}

export interface SeedFile {
  path: string
  bytes: number
  sha256: string
  mimeType: string
}

/** Stores files for posts, as scheduling does. */
export async function storeFiles({ db, store }: SeedServices, userId: string, pictures: readonly Uint8Array[]): Promise<SeedFile[]> {
  const mimeType = 'image/jpeg'
  const stored: SeedFile[] = []
  for (const bytes of pictures) {
    const path = newKey(userId, 'jpg')
    await store.put(path, bytes, mimeType)
    await db.asUser(userId, (tx) =>
      tx.insert(files).values({ path, userId, mimeType, bytes: bytes.byteLength, ...PICTURE, state: 'stored' }),
    )
    stored.push({ path, bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex'), mimeType })
  }
  return stored
}

/** Inserts a post as scheduling does. */
export async function seedPost(services: SeedServices, post: SeedPost): Promise<string> {
  const { userId, account, caption = `a post ${randomUUID()}`, inSeconds = 0, kind = 'slides', options } = post
  const media = post.media ?? (await storeFiles(services, userId, [await buildJpeg(Math.floor(Math.random() * 60_000))]))
  const at = sql<Date>`clock_timestamp() + make_interval(secs => ${inSeconds})`
  return services.db.asUser(userId, async (tx) => {
    const [row] = await tx
      .insert(scheduledPosts)
      .values({
        userId,
        platform: account.platform,
        accountId: account.accountId,
        kind,
        scheduledTime: at,
        nextAt: at,
        caption,
        snapshot: [buildSlide('hello')],
        options: options ?? OPTIONS[account.platform](account),
      })
      .returning({ id: scheduledPosts.id })
    if (!row) throw new Error('The post was not made')
    await tx.insert(postMedia).values(
      media.map(({ path, bytes, sha256, mimeType }, position) => ({
        userId,
        postId: row.id,
        position,
        path,
        mimeType,
        bytes,
        ...PICTURE,
        sha256,
      })),
    )
    return row.id
  })
}

/** A post's row, attempts and events. */
export async function postState({ db }: Pick<Services, 'db'>, postId: string) {
  return db.asSystem(async (tx) => {
    const [post] = await tx.select().from(scheduledPosts).where(eq(scheduledPosts.id, postId))
    const attempts = await tx.select().from(publishAttempts).where(eq(publishAttempts.postId, postId)).orderBy(publishAttempts.attempt)
    const events = await tx.select().from(postEvents).where(eq(postEvents.postId, postId)).orderBy(postEvents.id)
    if (!post) throw new Error('There is no such post')
    return { post, attempts, events: events.map(({ kind }) => kind) }
  })
}

export interface LivePost {
  platform: string
  account: string
  id: string
  publishId: string | null
  title: string
  description: string
  text: string
  slug: string | null
  audience: string
  files: { sha256: string }[]
}

/** The caption of a published post: each platform has its own field for it, some with more text below. */
export function captionOf({ title, text, description }: Pick<LivePost, 'title' | 'text' | 'description'>): string {
  return title || ((text || description).trim().split('\n')[0] ?? '')
}

/** The posts that the platforms published. */
export async function livePosts(sandbox: Pick<TestSandbox, 'control'>): Promise<LivePost[]> {
  return (await sandbox.control<{ posts: LivePost[] }>('/live', 'GET')).posts
}
