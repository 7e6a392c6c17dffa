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
import type { AccountAccess } from '../../../connections/tokens.ts'
import { PlatformError } from '../../../providers/platform-error.ts'
import { signingToken } from '../../../providers/tumblr/accounts.ts'
import type { Signer } from '../../../providers/tumblr/api.ts'
import type { TumblrPosting } from '../../../providers/tumblr/posting/client.ts'
import { tumblrOutcome } from '../../../providers/tumblr/posting/outcome.ts'
import { outgoingName } from '../../publishing/file-names.ts'
import type {
  AcceptedRequest,
  AdvanceOutcome,
  LookupOutcome,
  PlatformPublisher,
  PublishRequest,
  StartOutcome,
} from '../../publishing/platform-publishing.ts'

/** A post may still be being made when its making was answered with 504. */
const APPEARS_WITHIN_SECONDS = 40

const WHERE = {
  published: undefined,
  draft: 'It is in the blog’s drafts.',
  queue: 'It is in the blog’s queue.',
  private: 'It is private.',
} as const satisfies Record<TumblrOptions['state'], string | undefined>

/** Creates a draft, then publishes it by its id, which may be repeated: the post is public once, whichever answer is lost. */
export function createTumblrPublishing({ posting }: { posting: TumblrPosting }): PlatformPublisher {
  async function start(access: AccountAccess, order: PublishRequest): Promise<StartOutcome> {
    const options = optionsOf(order)
    const post = { ...contentOf(order, options), state: 'draft' as const, slug: slugOf(order.caption, order.marker), files: partsOf(order) }
    order.mayAct()
    try {
      const { id } = await posting.createPost(signerOf(access), options.blog, { ...post, signal: order.signal })
      return { kind: 'accepted', remoteId: id }
    } catch (thrown) {
      return outcomeOf(thrown, options.blog)
    }
  }

  async function lookUp(access: AccountAccess, order: PublishRequest, { secondsAgo }: { secondsAgo: number }): Promise<LookupOutcome> {
    const slug = slugOf(order.caption, order.marker)
    const found = await posting.find(signerOf(access), optionsOf(order).blog, { slug, signal: order.signal })
    if (found) return { kind: 'found', remoteId: found.id }
    // A post that appears after all stays an unpublished draft.
    return { kind: secondsAgo < APPEARS_WITHIN_SECONDS ? 'unclear' : 'absent' }
  }

  async function advance(access: AccountAccess, order: AcceptedRequest): Promise<AdvanceOutcome> {
    const { blog, state } = optionsOf(order)
    const [signer, bounds] = [signerOf(access), { signal: order.signal }]
    order.mayAct()
    try {
      const found = await publish(signer, order)
      return { kind: 'done', url: found.url, ...(WHERE[state] !== undefined && { detail: WHERE[state] }) }
    } catch (thrown) {
      const outcome = tumblrOutcome(thrown, blog)
      if (outcome.kind !== 'refused') throw thrown
      // A post that its user deleted there is gone.
      await posting.remove(signer, blog, { id: order.remoteId, ...bounds })
      const { code, message, fixHref } = outcome
      return { kind: 'failed', problem: { code, message, fixHref }, retryReason: null }
    }
  }

  /** The id of a video is another one when it has been converted. */
  async function publish(signer: Signer, order: AcceptedRequest) {
    const { blog, state } = optionsOf(order)
    const bounds = { signal: order.signal }
    try {
      return await posting.publish(signer, blog, { id: order.remoteId, state, ...bounds })
    } catch (thrown) {
      if (!(thrown instanceof PlatformError) || thrown.code !== 'post_gone' || order.kind !== 'video') throw thrown
      const found = await posting.find(signer, blog, { slug: slugOf(order.caption, order.marker), ...bounds })
      if (!found) throw thrown
      return posting.publish(signer, blog, { id: found.id, state, ...bounds })
    }
  }

  return { label: PLATFORMS.tumblr.label, startsPerMinute: null, pulls: () => false, start, lookUp, advance }
}

function optionsOf(order: PublishRequest): TumblrOptions {
  if (order.options.platform !== 'tumblr') throw new Error('The options are those of another platform')
  return order.options
}

function signerOf({ client, tokens }: AccountAccess): Signer {
  return { client, token: signingToken(tokens) }
}

function contentOf({ kind, files, caption, description }: PublishRequest, options: TumblrOptions): TumblrPost {
  const words = { caption, description, tags: options.tags }
  const [first] = files
  if (kind === 'video' && first) return tumblrVideoPost({ type: first.mimeType, width: first.width, height: first.height }, words)
  const pictures = files.map(({ mimeType, width, height, position }) => ({
    type: mimeType,
    width,
    height,
    altText: options.altTexts[position] ?? '',
  }))
  return tumblrPhotoPost(pictures, { ...words, layout: options.layout })
}

function partsOf(order: PublishRequest) {
  return order.files.map((file, at) => ({
    identifier: order.kind === 'video' ? VIDEO_IDENTIFIER : imageIdentifier(at),
    filename: outgoingName(order.kind, { position: at, mimeType: file.mimeType }),
    type: file.mimeType,
    bytes: file.bytes,
    async *open() {
      yield* await order.stream(file)
    },
  }))
}

function outcomeOf(thrown: unknown, blog: string): StartOutcome {
  const outcome = tumblrOutcome(thrown, blog)
  switch (outcome.kind) {
    case 'account':
      throw thrown
    case 'refused':
      return { kind: 'refused', problem: { code: outcome.code, message: outcome.message, fixHref: outcome.fixHref } }
    case 'wait':
      return { kind: 'wait', seconds: outcome.seconds, isPause: true, code: outcome.kind, reason: 'Tumblr is limiting requests for now.' }
    case 'unsent':
      return { kind: 'wait', seconds: null, isPause: false, code: outcome.kind, reason: 'Tumblr cannot be reached right now.' }
    case 'unknown':
      return { kind: 'unknown', reason: thrown instanceof Error ? thrown.message : 'thrown' }
  }
}
