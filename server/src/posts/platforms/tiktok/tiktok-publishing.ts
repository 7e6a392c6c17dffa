import { tiktokPhotoText, tiktokVideoText } from '@ninesixteen/shared/publishing/tiktok-text'
import type { TiktokOptions } from '@ninesixteen/shared/publishing/tiktok-options'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import type { AccountAccess } from '../../../connections/tokens.ts'
import type { PostingOutcome } from '../../../providers/posting-outcome.ts'
import { PlatformError } from '../../../providers/platform-error.ts'
import type { TiktokPosting } from '../../../providers/tiktok/posting/client.ts'
import { tiktokOutcome } from '../../../providers/tiktok/posting/outcome.ts'
import { tiktokFailure } from '../../../providers/tiktok/posting/words.ts'
import type {
  AcceptedRequest,
  AdvanceOutcome,
  PlatformPublisher,
  PublishRequest,
  StartOutcome,
} from '../../publishing/platform-publishing.ts'
import { resumeUpload, uploadOf, type SealUpload } from './video-upload.ts'

export interface TiktokPublishingParts {
  posting: TiktokPosting
  seal: SealUpload
  /** The address of a post that the world can see. */
  urlOf(post: { username: string; postId: string; kind: PublishRequest['kind'] }): string
}

/** Calls that begin a post, of one account. */
const STARTS_PER_MINUTE = 6
/** How long a post has been known, and how soon it is asked for again; in seconds. */
const POLLS: readonly (readonly [youngerThan: number, seconds: number])[] = [
  [15, 2],
  [60, 5],
  [300, 15],
  [3600, 60],
]
const POLL_LATE_SECONDS = 600

/**
 * Photos are fetched by TikTok from addresses of one attempt; there is nothing by which a lost answer could be looked up but whether all of them
 * were asked for, and what TikTok's events say. A video is public only when its last byte has arrived, so that its beginning can be repeated.
 */
export function createTiktokPublishing({ posting, seal, urlOf }: TiktokPublishingParts): PlatformPublisher {
  async function start(access: AccountAccess, order: PublishRequest): Promise<StartOutcome> {
    const options = optionsOf(order)
    const { access: token } = access.tokens
    const { username } = access.account
    const creator = await posting.creatorInfo(token, { signal: order.signal }).catch((thrown: unknown) => asked(thrown, username))
    if ('kind' in creator) return creator
    const { audience } = options
    // None was chosen for what was meant to be posted by hand.
    if (audience === null || !creator.audiences.includes(audience)) return outcomeOf(mismatch(), username)
    const chosen = {
      privacyLevel: audience,
      // Comments that the account's owner switched off stay off.
      disableComment: creator.commentDisabled || !options.allowComments,
      brandContent: options.brandedContent,
      brandOrganic: options.yourBrand,
      isAigc: options.aiGenerated,
    }
    order.mayAct()
    try {
      if (order.kind === 'slides') {
        const { title, description } = tiktokPhotoText(order.caption, order.description)
        const urls = order.files.map((file) => order.pullUrl(file))
        const coverIndex = Math.min(options.coverIndex, order.files.length - 1)
        const photos = { ...chosen, title, description, autoAddMusic: options.addMusic, coverIndex, urls }
        return { kind: 'accepted', remoteId: (await posting.startPhotos(token, photos, { signal: order.signal })).publishId }
      }
      const { title } = tiktokVideoText(order.caption, order.description)
      const disabled = {
        disableDuet: creator.duetDisabled || !options.allowDuet,
        disableStitch: creator.stitchDisabled || !options.allowStitch,
      }
      const videoBytes = order.files[0]?.bytes ?? 0
      const video = { ...chosen, ...disabled, title, coverMs: 0, videoBytes }
      const { publishId, uploadUrl } = await posting.startVideo(token, video, { signal: order.signal })
      return { kind: 'accepted', remoteId: publishId, resume: uploadOf(seal, order, uploadUrl) }
    } catch (thrown) {
      return outcomeOf(thrown, username)
    }
  }

  async function advance(access: AccountAccess, order: AcceptedRequest): Promise<AdvanceOutcome> {
    const { access: token } = access.tokens
    const { username } = access.account
    const bounds = { signal: order.signal }
    const { status, failReason, postIds, uploadedBytes } = await posting.status(token, order.remoteId, bounds)
    switch (status) {
      case 'published': {
        const [postId] = postIds
        return { kind: 'done', url: postId === undefined ? null : urlOf({ username, postId, kind: order.kind }) }
      }
      case 'inbox':
        return { kind: 'done', url: null, detail: 'It is in the inbox of the TikTok app. Finish it there.' }
      case 'failed': {
        const { retryReason, ...problem } = tiktokFailure(failReason, username)
        return { kind: 'failed', problem, retryReason }
      }
      case 'processing':
        if (order.kind === 'video' && uploadedBytes < (order.files[0]?.bytes ?? 0))
          return resumeUpload({ posting, seal, order, uploadedBytes })
        return { kind: 'working', seconds: pollAgain(order.age), detail: 'TikTok is processing it.' }
    }
  }

  return {
    label: PLATFORMS.tiktok.label,
    startsPerMinute: STARTS_PER_MINUTE,
    pulls: (kind) => kind === 'slides',
    start,
    async lookUp(_access, order, { pulls: { given, fetched } }) {
      // Nothing of a video is there before its first chunk, which is sent when its id is known.
      if (order.kind === 'video') return { kind: 'absent' }
      // One file that cannot be fetched fails the whole post, as TikTok's documents say: with any of them missing it cannot come out.
      return { kind: fetched < given ? 'absent' : 'unclear' }
    },
    advance,
  }
}

function optionsOf(order: PublishRequest): TiktokOptions {
  if (order.options.platform !== 'tiktok') throw new Error('The options are those of another platform')
  return order.options
}

function pollAgain(age: number): number {
  return POLLS.find(([youngerThan]) => age < youngerThan)?.[1] ?? POLL_LATE_SECONDS
}

function mismatch(): PlatformError {
  return new PlatformError({ fault: 'refused', status: 403, code: 'privacy_level_option_mismatch', sent: 'answered' })
}

/** A question before the call: whatever became of it, nothing was begun. */
function asked(thrown: unknown, username: string): StartOutcome {
  const outcome = outcomeOf(thrown, username)
  return outcome.kind === 'unknown' ? notReached() : outcome
}

function outcomeOf(thrown: unknown, username: string): StartOutcome {
  const outcome: PostingOutcome = tiktokOutcome(thrown, username)
  switch (outcome.kind) {
    case 'account':
      throw thrown
    case 'refused':
      return { kind: 'refused', problem: { code: outcome.code, message: outcome.message, fixHref: outcome.fixHref } }
    case 'wait': {
      const reason = `TikTok is limiting @${username} for now.`
      return { kind: 'wait', seconds: outcome.seconds, isPause: true, code: 'pause', reason }
    }
    case 'unsent':
      return notReached()
    case 'unknown':
      return { kind: 'unknown', reason: thrown instanceof Error ? thrown.message : 'thrown' }
  }
}

function notReached(): StartOutcome {
  return { kind: 'wait', seconds: null, isPause: false, code: 'not_reached', reason: 'TikTok cannot be reached right now.' }
}
