import { PLATFORMS } from '@ninesixteen/shared/platforms'
import type { TumblrOptions } from '@ninesixteen/shared/publishing/tumblr-options'
import {
  imageIdentifier,
  slugOf,
  tumblrPhotoPost,
  tumblrVideoPost,
  VIDEO_IDENTIFIER,
  type TumblrPost,
} from '@ninesixteen/shared/publishing/tumblr-post'
import type { AccountAccess } from '../account.ts'
import { startOutcome } from '../start-outcome.ts'
import { PlatformError } from '../../providers/platform-error.ts'
import { signingToken } from './accounts.ts'
import type { Signer } from './api.ts'
import type { TumblrPosting } from './posting/client.ts'
import {
  outgoingName,
  type AcceptedRequest,
  type AdvanceOutcome,
  type LookupOutcome,
  type PlatformPublisher,
  type PublishRequest,
  type StartOutcome,
  type StoredAttempt,
  type UnpublishedAttempt,
} from '../publishing.ts'
import { tumblrOutcome } from './posting/words.ts'

/** After a 504, Tumblr may still be creating the post. */
const APPEARS_WITHIN_SECONDS = 40

const WHERE = {
  published: undefined,
  draft: 'It is in the blog’s drafts.',
  queue: 'It is in the blog’s queue.',
  private: 'It is private.',
} as const satisfies Record<TumblrOptions['state'], string | undefined>

/** The stored state of a draft before and after it was first asked to be published. */
const DRAFT = { isAsked: false }
const ASKED = { isAsked: true }

type TumblrRequest = PublishRequest<TumblrOptions>

/** Creates an invisible draft and publishes it by its id, which may be repeated: a lost response never publishes twice. */
export function createTumblrPublisher({ posting }: { posting: TumblrPosting }): PlatformPublisher<TumblrOptions> {
  async function start(access: AccountAccess, request: TumblrRequest): Promise<StartOutcome> {
    const { options } = request
    const post = { ...contentOf(request), state: 'draft' as const, slug: slugOf(request.caption, request.marker), files: partsOf(request) }
    request.mayAct()
    try {
      const { id } = await posting.createPost(signerOf(access), options.blog, { ...post, signal: request.signal })
      return { kind: 'accepted', remoteId: id, resume: DRAFT }
    } catch (thrown) {
      return startOutcome(thrown, tumblrOutcome(thrown, options.blog), { label: PLATFORMS.tumblr.label, limited: 'requests' })
    }
  }

  async function lookUp(access: AccountAccess, request: TumblrRequest, { secondsAgo }: { secondsAgo: number }): Promise<LookupOutcome> {
    const slug = slugOf(request.caption, request.marker)
    const post = await posting.find(signerOf(access), request.options.blog, { slug, signal: request.signal })
    if (post) return { kind: 'found', remoteId: post.id, resume: DRAFT }
    // A draft that appears even later stays invisible.
    return { kind: secondsAgo < APPEARS_WITHIN_SECONDS ? 'unclear' : 'absent' }
  }

  async function advance(access: AccountAccess, request: AcceptedRequest<TumblrOptions>): Promise<AdvanceOutcome> {
    const { blog, state } = request.options
    const [signer, bounds] = [signerOf(access), { signal: request.signal }]
    if (request.resume?.['isAsked'] !== true) await request.saveResume(ASKED)
    request.mayAct()
    try {
      const post = await publish(signer, request)
      return { kind: 'done', url: post.url, ...(WHERE[state] !== undefined && { detail: WHERE[state] }) }
    } catch (thrown) {
      const outcome = tumblrOutcome(thrown, blog)
      if (outcome.kind !== 'refused') throw thrown
      // Succeeds if the user has already deleted it.
      await posting.remove(signer, blog, { id: request.remoteId, ...bounds })
      const { code, message, fixHref } = outcome
      return { kind: 'failed', problem: { code, message, fixHref }, retryReason: null }
    }
  }

  /** A video gets another id when it has been transcoded. */
  async function publish(signer: Signer, request: AcceptedRequest<TumblrOptions>) {
    const { blog, state } = request.options
    const bounds = { signal: request.signal }
    try {
      return await posting.publish(signer, blog, { id: request.remoteId, state, ...bounds })
    } catch (thrown) {
      if (!(thrown instanceof PlatformError) || thrown.code !== 'post_gone' || request.kind !== 'video') throw thrown
      const post = await posting.find(signer, blog, { slug: slugOf(request.caption, request.marker), ...bounds })
      if (!post) throw thrown
      return posting.publish(signer, blog, { id: post.id, state, ...bounds })
    }
  }

  async function discard(access: AccountAccess, { caption, marker, options: { blog } }: UnpublishedAttempt<TumblrOptions>): Promise<void> {
    const draft = await posting.find(signerOf(access), blog, { slug: slugOf(caption, marker) })
    // The user may have published it on Tumblr.
    if (draft?.state === 'draft') await posting.remove(signerOf(access), blog, { id: draft.id })
  }

  return { label: PLATFORMS.tumblr.label, startsPerMinute: null, pulls: () => false, start, lookUp, advance, mayBePublic, discard }
}

/** A draft is visible to the blog's authors only. */
const mayBePublic = ({ remoteId, resume }: StoredAttempt): boolean => remoteId !== null && resume?.['isAsked'] !== DRAFT.isAsked

function signerOf({ client, tokens }: AccountAccess): Signer {
  return { client, token: signingToken(tokens) }
}

function contentOf({ kind, files, caption, description, options }: TumblrRequest): TumblrPost {
  const words = { caption, description, tags: options.tags }
  const [first] = files
  if (kind === 'video' && first) return tumblrVideoPost({ type: first.mimeType, width: first.width, height: first.height }, words)
  const images = files.map(({ mimeType, width, height, position }) => ({
    type: mimeType,
    width,
    height,
    altText: options.altTexts[position] ?? '',
  }))
  return tumblrPhotoPost(images, { ...words, layout: options.layout })
}

function partsOf(request: TumblrRequest) {
  return request.files.map((file, at) => ({
    identifier: request.kind === 'video' ? VIDEO_IDENTIFIER : imageIdentifier(at),
    filename: outgoingName(request.kind, { position: at, mimeType: file.mimeType }),
    type: file.mimeType,
    bytes: file.bytes,
    async *open() {
      yield* await request.stream(file)
    },
  }))
}
