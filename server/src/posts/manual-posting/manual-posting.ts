import { networkInterfaces } from 'node:os'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ManualPosting, ManualPostingLink } from '@ninesixteen/shared/api/manual-posting'
import { MANUAL_POSTING_PAGES } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { postAddress } from '@ninesixteen/shared/publishing/post-address'
import { addressGroup } from '../../config/client-address.ts'
import type { Config } from '../../config/config.ts'
import type { Db, Tx } from '../../db/db.ts'
import { manualPostingLinks } from '../../db/schema-manual-posting.ts'
import { postMedia, scheduledPosts } from '../../db/schema-publishing.ts'
import { createAnonymousRateLimit, type AnonymousRateLimits } from '../../auth/anonymous-rate-limit.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { ManualPostingMail } from '../../notifications/notification-mail.ts'
import type { SecretBox } from '../../secrets/sealed.ts'
import {
  recordManualResult,
  startManualPosting,
  MISSED_TEXT,
  missPost,
  extendManualPosting,
  type ManualPostingResult,
  type ManualPost,
} from './delivery.ts'
import { findPost, replaceLink, readLink, type PostRef, type PostingLink, hashOfToken } from './links.ts'
import { localNetworkUrl, reachabilityOf } from '../../platforms/reachability.ts'
import { platformOf, presentManualPost, readRow, stateOf, type PostByToken } from './read-post.ts'
import { notifyManualPosting, notifyMissed, manualPostingMail } from './notify.ts'

export interface ManualPostingDeps {
  config: Pick<Config, 'publicUrl'>
  db: Db
  sealer: SecretBox
  /** For the email that goes with a notification. */
  jobs: Jobs
}

/** An unauthenticated caller with a link. */
export interface Visitor {
  token: string
  /** The caller's IP address. */
  address: string
}

/** Far above what the page requests per minute, for each address and each link. */
const CALLS: [ofAddress: AnonymousRateLimits, ofLink: AnonymousRateLimits] = [
  { calls: 120, windowMs: 60_000, addresses: 10_000 },
  { calls: 60, windowMs: 60_000, addresses: 10_000 },
]
const FILES: typeof CALLS = [
  { calls: 1200, windowMs: 60_000, addresses: 10_000 },
  { calls: 300, windowMs: 60_000, addresses: 10_000 },
]

export interface StoredMedia {
  path: string
  mimeType: string
}

/** Posts that users publish themselves. */
export interface ManualPostingService {
  /** Asks the user to publish a claimed post; returns the URL for their phone, or null when the worker no longer holds the post. */
  begin(tx: Tx, post: ManualPost): Promise<{ url: string; expiresAt: Date } | null>
  /** Ends a post that the user did not mark within a day; false when they did after all. */
  expire(tx: Tx, post: ManualPost): Promise<boolean>
  /** The email that asks the user. */
  mail: ManualPostingMail
  /** For the signed-in user; null where the link cannot be shown again. */
  linkFor(userId: string, postId: string): Promise<ManualPostingLink | null>
  /** Replaces the link and extends the deadline by a day. */
  renew(userId: string, postId: string): Promise<ManualPostingLink>
  look(visitor: Visitor): Promise<ManualPosting>
  posted(visitor: Visitor, url: string): Promise<ManualPosting>
  notPosted(visitor: Visitor, reason: string): Promise<ManualPosting>
  /** The location of a file of an open post. */
  file(visitor: Visitor, position: number): Promise<StoredMedia>
}

export function createManualPosting(parts: ManualPostingDeps): ManualPostingService {
  const { config, db, sealer, jobs } = parts
  const [calls, files] = [counting(CALLS), counting(FILES)]
  const urlOf = (token: string): string => `${config.publicUrl}${MANUAL_POSTING_PAGES}/${token}`

  const presentLink = ({ token, expiresAt, openedAt }: PostingLink): ManualPostingLink => {
    const [url, reach] = [urlOf(token), reachabilityOf(config.publicUrl)]
    return {
      url,
      expiresAt: expiresAt.toISOString(),
      openedAt: openedAt?.toISOString() ?? null,
      reach,
      nearbyUrl: reach === 'machine' ? localNetworkUrl(url, networkInterfaces()) : null,
    }
  }

  /** Every unknown token costs the same: one query by its hash. Only existing links are counted, because callers can invent tokens without end. */
  async function postOf({ token, address }: Visitor, { countAddress, countLink }: ReturnType<typeof counting>): Promise<PostByToken> {
    countAddress(addressGroup(address))
    const found = await db.asSystem((tx) => findPost(tx, token))
    if (!found) throw new AppError('HAND_OVER_GONE')
    countLink(hashOfToken(token))
    return { ...found, token }
  }

  async function answer(
    visitor: Visitor,
    formatsFor: (platform: ReturnType<typeof platformOf>) => ManualPostingResult,
  ): Promise<ManualPosting> {
    const post = await postOf(visitor, calls)
    return db.asUser(post.userId, async (tx) => {
      const row = present(await readRow(tx, post, true))
      if (stateOf(row) === 'open') {
        const formats = formatsFor(platformOf(row))
        await recordManualResult(tx, post, formats)
        await tx
          .update(manualPostingLinks)
          .set({ usedAt: sql`now()`, answer: formats.answer })
          .where(eq(manualPostingLinks.postId, post.postId))
      }
      return presentManualPost(tx, present(await readRow(tx, post)), post)
    })
  }

  return {
    async begin(tx, post) {
      const expiresAt = await startManualPosting(tx, post)
      if (!expiresAt) return null
      const { userId, postId } = post
      const token = await replaceLink(tx, sealer, { userId, postId, expiresAt })
      await notifyManualPosting(jobs, tx, { userId, postId, expiresAt })
      return { url: urlOf(token), expiresAt }
    },

    async expire(tx, post) {
      const isMissed = await missPost(tx, post)
      if (isMissed) await notifyMissed(jobs, tx, { userId: post.userId, postId: post.postId, text: MISSED_TEXT })
      return isMissed
    },

    mail: manualPostingMail({ sealer, publicUrl: config.publicUrl }),

    linkFor: (userId, postId) =>
      db.asUser(userId, async (tx) => {
        await requireHandedOver(tx, { userId, postId })
        const link = await readLink(tx, sealer, { userId, postId })
        return link && presentLink(link)
      }),

    renew: (userId, postId) =>
      db.asUser(userId, async (tx) => {
        await requireHandedOver(tx, { userId, postId })
        const expiresAt = await extendManualPosting(tx, { userId, postId })
        if (!expiresAt) throw new AppError('HAND_OVER_NONE')
        const token = await replaceLink(tx, sealer, { userId, postId, expiresAt })
        return presentLink({ token, expiresAt, openedAt: null })
      }),

    async look(visitor) {
      const post = await postOf(visitor, calls)
      return db.asUser(post.userId, async (tx) => {
        const row = present(await readRow(tx, post))
        await tx
          .update(manualPostingLinks)
          .set({ openedAt: sql`now()` })
          .where(and(eq(manualPostingLinks.postId, post.postId), isNull(manualPostingLinks.openedAt)))
        return presentManualPost(tx, row, post)
      })
    },

    posted: (visitor, url) =>
      answer(visitor, (platform) => {
        const remoteUrl = url === '' ? null : postAddress(platform, url)
        if (url !== '' && remoteUrl === null) throw new AppError('HAND_OVER_ADDRESS', { platform: PLATFORMS[platform].label })
        return { answer: 'posted', remoteUrl }
      }),

    notPosted: (visitor, reason) => answer(visitor, () => ({ answer: 'not-posted', reason })),

    async file(visitor, position) {
      const post = await postOf(visitor, files)
      return db.asUser(post.userId, async (tx) => {
        if (stateOf(present(await readRow(tx, post))) !== 'open') throw new AppError('HAND_OVER_GONE')
        const isWanted = and(eq(postMedia.postId, post.postId), eq(postMedia.userId, post.userId), eq(postMedia.position, position))
        const [media] = await tx.select({ path: postMedia.path, mimeType: postMedia.mimeType }).from(postMedia).where(isWanted)
        if (!media) throw new AppError('NOT_FOUND')
        return media
      })
    },
  }
}

/** A link replaced between two queries no longer exists. */
function present<T>(row: T | null): T {
  if (row === null) throw new AppError('HAND_OVER_GONE')
  return row
}

function counting([ofAddress, ofLink]: typeof CALLS) {
  return { countAddress: createAnonymousRateLimit(ofAddress), countLink: createAnonymousRateLimit(ofLink) }
}

async function requireHandedOver(tx: Tx, { userId, postId }: PostRef): Promise<void> {
  const [post] = await tx
    .select({ delivery: scheduledPosts.delivery })
    .from(scheduledPosts)
    .where(and(eq(scheduledPosts.id, postId), eq(scheduledPosts.userId, userId)))
  if (!post) throw new AppError('NOT_FOUND')
  if (post.delivery !== 'handed-over') throw new AppError('HAND_OVER_NONE')
}
