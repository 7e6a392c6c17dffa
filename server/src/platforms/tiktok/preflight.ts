import type { TiktokCreator } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError } from '@ninesixteen/shared/errors'
import type { TiktokOptions } from '@ninesixteen/shared/publishing/tiktok-options'
import type { AccountRef } from '../account.ts'
import { DAY_SECONDS, type Finding, type PlatformPreflight, type PostToCheck } from '../preflight.ts'
import { BY_HAND, permissionFindings, publicUrlFindings } from '../requirements.ts'

export interface TiktokPreflightParts {
  /** Whether TikTok has audited the app. Until then only private accounts can post. */
  isAudited: boolean
  sandbox: boolean
  publicUrl(): string
  creator(account: AccountRef, signal: AbortSignal): Promise<TiktokCreator>
}

/** Roughly TikTok's daily limit of direct posts per creator; it publishes no number. */
const POSTS_A_DAY = 15

export function createTiktokPreflight(deps: TiktokPreflightParts): PlatformPreflight<TiktokOptions> {
  return {
    lacks: () => null,
    isByHand: ({ handOver }) => handOver,
    async check(post, signal) {
      const { options } = post
      const cover = coverFindings(post, options)
      if (options.handOver) return cover
      const localFindings = [
        ...cover,
        ...permissionFindings('tiktok', post),
        ...reach(deps, post),
        ...audit(deps, options),
        ...dayLoad(post),
      ]
      return [...localFindings, ...(await askTiktok(deps, post, signal))]
    },
  }
}

function coverFindings({ kind, pictures: images }: PostToCheck<unknown>, { coverIndex }: TiktokOptions): Finding[] {
  if (kind !== 'slides' || coverIndex < images) return []
  const message = `The cover is slide ${coverIndex + 1}, but there are only ${images} slides. Choose another cover.`
  return [{ code: 'cover', severity: 'stop', message, fix: 'Choose another cover', fixHref: null }]
}

/** TikTok fetches photos from this server; the server uploads videos. */
function reach({ sandbox, publicUrl }: TiktokPreflightParts, { kind }: PostToCheck<unknown>): Finding[] {
  if (sandbox || kind !== 'slides') return []
  return publicUrlFindings('tiktok', publicUrl(), 'photos')
}

function audit({ isAudited }: TiktokPreflightParts, { audience }: TiktokOptions): Finding[] {
  if (isAudited || audience === 'SELF_ONLY') return []
  const message =
    'TikTok hasn’t audited this server’s app yet, so only private accounts can post, and only for “Only me”. Choose “Only me”, or post it by hand.'
  return [{ code: 'not-audited', severity: 'stop', message, ...BY_HAND }]
}

function dayLoad({ day, account: { username } }: PostToCheck<unknown>): Finding[] {
  if (day.posts < POSTS_A_DAY) return []
  const message = `${day.posts} other posts go to @${username} within a day of this one, and TikTok allows about ${POSTS_A_DAY}. TikTok may refuse it.`
  return [{ code: 'day-limit', severity: 'warn', message, fix: 'Choose another day', fixHref: null }]
}

async function askTiktok(
  { isAudited, creator: readCreator }: TiktokPreflightParts,
  post: PostToCheck<TiktokOptions>,
  signal: AbortSignal,
): Promise<Finding[]> {
  const creator = await readCreator(post.account.ref, signal).catch((error: unknown) => {
    if (error instanceof AppError && error.code !== 'ACCOUNT_RECONNECT') return null
    throw error
  })
  if (!creator) return []
  if (creator.refusal !== null) return rejectedNow(post, creator.refusal)
  const { username } = post.account
  const { audience } = post.options
  if (audience !== null && !creator.audiences.includes(audience)) {
    const message = `@${username} doesn’t offer this audience right now. Choose another one.`
    return [{ code: 'audience', severity: 'stop', message, fix: 'Choose another audience', fixHref: null }]
  }
  if (!isAudited && creator.audiences.includes('PUBLIC_TO_EVERYONE')) {
    const message = `TikTok hasn’t audited this server’s app yet, so only private accounts can post. Make @${username} private in the TikTok app, or post it by hand.`
    return [{ code: 'not-audited', severity: 'stop', message, ...BY_HAND }]
  }
  if (post.videoSeconds > creator.maxVideoSeconds) {
    const message = `The video is ${Math.ceil(post.videoSeconds)} seconds long, and TikTok allows ${creator.maxVideoSeconds} for @${username}. Make it shorter.`
    return [{ code: 'video-length', severity: 'stop', message, fix: 'Show each slide for less time', fixHref: null }]
  }
  return []
}

/** TikTok may accept tomorrow what it refuses now. */
function rejectedNow({ secondsLeft }: PostToCheck<unknown>, message: string): Finding[] {
  if (secondsLeft > DAY_SECONDS) return []
  return [{ code: 'refused-now', severity: secondsLeft > 60 ? 'warn' : 'stop', message, fix: 'Choose a later time', fixHref: null }]
}
