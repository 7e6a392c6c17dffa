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

type TumblrRequest = PublishRequest<TumblrOptions>

/** Creates an invisible draft and publishes it by its id, which may be repeated: a lost response never publishes twice. */
export function createTumblrPublisher({ posting }: { posting: TumblrPosting }): PlatformPublisher<TumblrOptions> {
  async function start(access: AccountAccess, order: TumblrRequest): Promise<StartOutcome> {
    const { options } = order
    const post = { ...contentOf(order), state: 'draft' as const, slug: slugOf(order.caption, order.marker), files: partsOf(order) }
    order.mayAct()
    try {
      const { id } = await posting.createPost(signerOf(access), options.blog, { ...post, signal: order.signal })
      return { kind: 'accepted', remoteId: id }
    } catch (thrown) {
      return startOutcome(thrown, tumblrOutcome(thrown, options.blog), { label: PLATFORMS.tumblr.label, limited: 'requests' })
    }
  }

  async function lookUp(access: AccountAccess, order: TumblrRequest, { secondsAgo }: { secondsAgo: number }): Promise<LookupOutcome> {
    const slug = slugOf(order.caption, order.marker)
    const found = await posting.find(signerOf(access), order.options.blog, { slug, signal: order.signal })
    if (found) return { kind: 'found', remoteId: found.id }
    // A draft that appears even later stays invisible.
    return { kind: secondsAgo < APPEARS_WITHIN_SECONDS ? 'unclear' : 'absent' }
  }

  async function advance(access: AccountAccess, order: AcceptedRequest<TumblrOptions>): Promise<AdvanceOutcome> {
    const { blog, state } = order.options
    const [signer, bounds] = [signerOf(access), { signal: order.signal }]
    order.mayAct()
    try {
      const found = await publish(signer, order)
      return { kind: 'done', url: found.url, ...(WHERE[state] !== undefined && { detail: WHERE[state] }) }
    } catch (thrown) {
      const outcome = tumblrOutcome(thrown, blog)
      if (outcome.kind !== 'refused') throw thrown
      // Succeeds if the user has already deleted it.
      await posting.remove(signer, blog, { id: order.remoteId, ...bounds })
      const { code, message, fixHref } = outcome
      return { kind: 'failed', problem: { code, message, fixHref }, retryReason: null }
    }
  }

  /** A video gets another id when it has been transcoded. */
  async function publish(signer: Signer, order: AcceptedRequest<TumblrOptions>) {
    const { blog, state } = order.options
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

function signerOf({ client, tokens }: AccountAccess): Signer {
  return { client, token: signingToken(tokens) }
}

function contentOf({ kind, files, caption, description, options }: TumblrRequest): TumblrPost {
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

function partsOf(order: TumblrRequest) {
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
