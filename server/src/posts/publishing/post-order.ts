import { and, asc, eq } from 'drizzle-orm'
import { postOptionsSchema, type PostOptions } from '@ninesixteen/shared/publishing/platforms'
import { AppError } from '@ninesixteen/shared/errors'
import type { AccountRef } from '../../platforms/account.ts'
import type { Tx } from '../../db/db.ts'
import { postMedia } from '../../db/schema-publishing.ts'
import { socialAccounts } from '../../db/schema.ts'
import type { ClaimedPost } from './claim.ts'
import { extensionOf } from '../../platforms/file-names.ts'
import type { Lease } from './lease.ts'
import type { PostFile, PublishRequest } from '../../platforms/publishing.ts'
import type { PublisherParts } from './publisher-parts.ts'

/** Where a platform fetches the files of posts. */
export const MEDIA_PATH = '/pub'

/** With what a platform is asked about a post. */
export interface PublishedContent {
  /** The connected account that it goes to; null when there is none any more. */
  account: AccountRef | null
  /** The files that go out, in order. */
  files: PostFile[]
}

/** Read at once: every transaction more is paid for by every post. */
export async function readPublishedContent(tx: Tx, post: ClaimedPost): Promise<PublishedContent> {
  const [row] = await tx
    .select({ id: socialAccounts.id })
    .from(socialAccounts)
    .where(
      and(eq(socialAccounts.userId, post.userId), eq(socialAccounts.platform, post.platform), eq(socialAccounts.accountId, post.accountId)),
    )
  return { account: row ? { userId: post.userId, id: row.id } : null, files: await readFiles(tx, post) }
}

function readFiles(tx: Tx, post: ClaimedPost): Promise<PostFile[]> {
  return tx
    .select({
      position: postMedia.position,
      path: postMedia.path,
      mimeType: postMedia.mimeType,
      bytes: postMedia.bytes,
      width: postMedia.width,
      height: postMedia.height,
    })
    .from(postMedia)
    .where(and(eq(postMedia.postId, post.id), eq(postMedia.userId, post.userId)))
    .orderBy(asc(postMedia.position))
}

/** These files; drawn now if they never were. */
export async function ensureRendered(parts: PublisherParts, post: ClaimedPost, files: PostFile[]): Promise<PostFile[]> {
  if (files.length > 0) return files
  await parts.freeze(post.userId, post.id)
  return parts.db.publishing.asSystem((tx) => readFiles(tx, post))
}

/** Null when something that the platform asks for was never chosen. */
export function optionsOf(post: ClaimedPost): PostOptions | null {
  const parsed = postOptionsSchema.safeParse({ ...post.options, platform: post.platform })
  return parsed.success ? parsed.data : null
}

export interface RequestFacts {
  attempt: { id: string; marker: string; pullTokens: readonly string[] }
  files: readonly PostFile[]
  options: PostOptions
}

/** An attempt as a platform is handed it. */
export function publishRequestOf(
  parts: PublisherParts,
  { post, lease, facts }: { post: ClaimedPost; lease: Lease; facts: RequestFacts },
): PublishRequest {
  const { attempt, files, options } = facts
  const gone = (file: PostFile) => new AppError('FILE_NOT_FOUND', { path: file.path })
  return {
    userId: post.userId,
    postId: post.id,
    attemptId: attempt.id,
    marker: attempt.marker,
    kind: post.kind,
    caption: post.caption,
    description: post.description,
    options,
    files,
    async read(file) {
      const bytes = await parts.store.read(file.path)
      if (!bytes) throw gone(file)
      return bytes
    },
    async stream(file) {
      const stored = await parts.store.stream(file.path, lease.signal)
      if (!stored) throw gone(file)
      return stored.body
    },
    pullUrl(file) {
      const token = attempt.pullTokens[files.indexOf(file)]
      if (token === undefined) throw new Error('Nothing of this attempt is fetched')
      return `${parts.publicUrl()}${MEDIA_PATH}/${token}/${file.position + 1}.${extensionOf(file.mimeType)}`
    },
    signal: lease.signal,
    mayAct: () => lease.mayAct(),
  }
}
