import { postOptionsSchema, type PostOptions } from '@ninesixteen/shared/publishing/platforms'
import { AppError } from '@ninesixteen/shared/errors'
import { readFiles, type ClaimedPost } from './claim.ts'
import { extensionOf, type PostFile, type PublishRequest } from '../../platforms/publishing.ts'
import type { Lease } from './lease.ts'
import type { PublisherDeps } from './publisher-deps.ts'

/** The path from which platforms download the files of posts. */
export const MEDIA_PATH = '/pub'

/** The files of a post, rendered now if necessary. */
export async function ensureRendered(deps: PublisherDeps, { id, userId, files }: ClaimedPost): Promise<PostFile[]> {
  if (files.length > 0) return files
  await deps.renderMedia(userId, id)
  return deps.db.publishing.asSystem((tx) => readFiles(tx, id))
}

/** Null when a required option is missing. */
export function optionsOf(post: ClaimedPost): PostOptions | null {
  const parsed = postOptionsSchema.safeParse({ ...post.options, platform: post.platform })
  return parsed.success ? parsed.data : null
}

export interface RequestFacts {
  attempt: { id: string; marker: string; mediaTokens: readonly string[] }
  files: readonly PostFile[]
  options: PostOptions
}

/** An attempt as the platform's code receives it. */
export function publishRequestOf(
  deps: PublisherDeps,
  { post, lease, facts }: { post: ClaimedPost; lease: Lease; facts: RequestFacts },
): PublishRequest {
  const { attempt, files, options } = facts
  const missing = (file: PostFile) => new AppError('FILE_NOT_FOUND', { path: file.path })
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
      const bytes = await deps.store.read(file.path)
      if (!bytes) throw missing(file)
      return bytes
    },
    async stream(file) {
      const stored = await deps.store.stream(file.path, lease.signal)
      if (!stored) throw missing(file)
      return stored.body
    },
    pullUrl(file) {
      const token = attempt.mediaTokens[files.indexOf(file)]
      if (token === undefined) throw new Error('The platform downloads nothing of this attempt')
      return `${deps.publicUrl()}${MEDIA_PATH}/${token}/${file.position + 1}.${extensionOf(file.mimeType)}`
    },
    signal: lease.signal,
    mayAct: () => lease.mayAct(),
  }
}
