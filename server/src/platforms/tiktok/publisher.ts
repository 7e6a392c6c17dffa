import { tiktokPhotoText, tiktokVideoText } from '@ninesixteen/shared/publishing/tiktok-text'
import type { TiktokOptions } from '@ninesixteen/shared/publishing/tiktok-options'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import type { AccountAccess } from '../account.ts'
import { notReached, startOutcome } from '../start-outcome.ts'
import { PlatformError } from '../../providers/platform-error.ts'
import type { TiktokPosting } from './posting/client.ts'
import { tiktokFailure, tiktokOutcome } from './posting/words.ts'
import type { AcceptedRequest, AdvanceOutcome, AttemptSealer, PlatformPublisher, PublishRequest, StartOutcome } from '../publishing.ts'
import { resumeUpload, uploadOf } from './video-upload.ts'

export interface TiktokPublisherDeps {
  posting: TiktokPosting
  seal: AttemptSealer
  /** The URL of a public post. */
  urlOf(post: { username: string; postId: string; kind: PublishRequest['kind'] }): string
}

const STARTS_PER_MINUTE = 6
/** Polling intervals by the age of a post, in seconds. */
const POLLS: readonly (readonly [youngerThan: number, seconds: number])[] = [
  [15, 2],
  [60, 5],
  [300, 15],
  [3600, 60],
]
const POLL_LATE_SECONDS = 600

/**
 * TikTok fetches photos from URLs of one attempt. A lost response can only be resolved by whether TikTok fetched all of them, and by its
 * webhooks. A video is public only once its last byte has arrived, so its start can be repeated.
 */
export function createTiktokPublisher({ posting, seal, urlOf }: TiktokPublisherDeps): PlatformPublisher<TiktokOptions> {
  async function start(access: AccountAccess, request: PublishRequest<TiktokOptions>): Promise<StartOutcome> {
    const { options } = request
    const { access: token } = access.tokens
    const { username } = access.account
    const creator = await posting
      .creatorInfo(token, { signal: request.signal })
      .catch((thrown: unknown) => creatorOutcome(thrown, username))
    if ('kind' in creator) return creator
    const { audience } = options
    // A post that was meant for manual posting has no audience.
    if (audience === null || !creator.audiences.includes(audience)) return outcomeOf(mismatch(), username)
    const chosen = {
      privacyLevel: audience,
      // The account's own setting wins.
      disableComment: creator.commentDisabled || !options.allowComments,
      brandContent: options.brandedContent,
      brandOrganic: options.yourBrand,
      isAigc: options.aiGenerated,
    }
    request.mayAct()
    try {
      if (request.kind === 'slides') {
        const { title, description } = tiktokPhotoText(request.caption, request.description)
        const urls = request.files.map((file) => request.pullUrl(file))
        const coverIndex = Math.min(options.coverIndex, request.files.length - 1)
        const photos = { ...chosen, title, description, autoAddMusic: options.addMusic, coverIndex, urls }
        return { kind: 'accepted', remoteId: (await posting.startPhotos(token, photos, { signal: request.signal })).publishId }
      }
      const { title } = tiktokVideoText(request.caption, request.description)
      const disabled = {
        disableDuet: creator.duetDisabled || !options.allowDuet,
        disableStitch: creator.stitchDisabled || !options.allowStitch,
      }
      const videoBytes = request.files[0]?.bytes ?? 0
      const video = { ...chosen, ...disabled, title, coverMs: 0, videoBytes }
      const { publishId, uploadUrl } = await posting.startVideo(token, video, { signal: request.signal })
      return { kind: 'accepted', remoteId: publishId, resume: uploadOf(seal, request, uploadUrl) }
    } catch (thrown) {
      return outcomeOf(thrown, username)
    }
  }

  async function advance(access: AccountAccess, request: AcceptedRequest<TiktokOptions>): Promise<AdvanceOutcome> {
    const { access: token } = access.tokens
    const { username } = access.account
    const bounds = { signal: request.signal }
    const { status, failReason, postIds, uploadedBytes } = await posting.status(token, request.remoteId, bounds)
    switch (status) {
      case 'published': {
        const [postId] = postIds
        return { kind: 'done', url: postId === undefined ? null : urlOf({ username, postId, kind: request.kind }) }
      }
      case 'inbox':
        return { kind: 'done', url: null, detail: 'It is in the inbox of the TikTok app. Finish it there.' }
      case 'failed': {
        const { retryReason, ...problem } = tiktokFailure(failReason, username)
        return { kind: 'failed', problem, retryReason }
      }
      case 'processing':
        if (request.kind === 'video' && uploadedBytes < (request.files[0]?.bytes ?? 0))
          return resumeUpload({ posting, seal, order: request, uploadedBytes })
        return { kind: 'working', seconds: pollAgain(request.age), detail: 'TikTok is processing it.' }
    }
  }

  return {
    label: PLATFORMS.tiktok.label,
    startsPerMinute: STARTS_PER_MINUTE,
    pulls: (kind) => kind === 'slides',
    start,
    async lookUp(_access, request, { pulls: { issued, fetched } }) {
      // Chunks are sent only once the id is known, so nothing was uploaded.
      if (request.kind === 'video') return { kind: 'absent' }
      // TikTok's documentation: one file it can't fetch fails the whole post.
      return { kind: fetched < issued ? 'absent' : 'unclear' }
    },
    advance,
    mayBePublic: ({ kind, remoteId, pulls: { issued, fetched } }) => (kind === 'video' ? remoteId !== null : fetched >= issued),
  }
}

function pollAgain(age: number): number {
  return POLLS.find(([youngerThan]) => age < youngerThan)?.[1] ?? POLL_LATE_SECONDS
}

function mismatch(): PlatformError {
  return new PlatformError({ fault: 'refused', status: 403, code: 'privacy_level_option_mismatch', sent: 'answered' })
}

/** The creator query starts nothing, so an unknown outcome is safe to retry. */
function creatorOutcome(thrown: unknown, username: string): StartOutcome {
  const outcome = outcomeOf(thrown, username)
  return outcome.kind === 'unknown' ? notReached(PLATFORMS.tiktok.label) : outcome
}

function outcomeOf(thrown: unknown, username: string): StartOutcome {
  return startOutcome(thrown, tiktokOutcome(thrown, username), { label: PLATFORMS.tiktok.label, limited: `@${username}` })
}
