import type { TiktokCreator } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError } from '@ninesixteen/shared/errors'
import { mayPublish } from '@ninesixteen/shared/platforms'
import type { TiktokOptions } from '@ninesixteen/shared/publishing/tiktok-options'
import type { AccountRef } from '../../../connections/tokens.ts'
import { reachabilityOf } from '../../manual-posting/reachability.ts'
import { DAY_SECONDS, type Finding, type PlatformPreflight, type PostToCheck } from '../../publishing/platform-preflight.ts'

export interface TiktokPreflightParts {
  /** Whether TikTok reviewed this server's app: without that it posts to private accounts alone. */
  isAudited: boolean
  sandbox: boolean
  publicUrl(): string
  creator(account: AccountRef, signal: AbortSignal): Promise<TiktokCreator>
}

/** About what TikTok takes of one creator by direct posts; it names no number of its own. */
const POSTS_A_DAY = 15
const BY_HAND = { fix: 'Post it by hand', fixHref: null }
const ACCOUNTS_HREF = '/settings?tab=accounts'

export function createTiktokPreflight(parts: TiktokPreflightParts): PlatformPreflight {
  return {
    lacks: () => null,
    isByHand: (options) => (options as TiktokOptions).handOver,
    async check(post, signal) {
      const options = post.options as TiktokOptions
      const cover = coverFindings(post, options)
      if (options.handOver) return cover
      const here = [...cover, ...permission(post), ...reach(parts, post), ...audit(parts, options), ...dayLoad(post)]
      return [...here, ...(await askTiktok(parts, { post, options, signal }))]
    },
  }
}

function coverFindings({ kind, pictures }: PostToCheck, { coverIndex }: TiktokOptions): Finding[] {
  if (kind !== 'slides' || coverIndex < pictures) return []
  const message = `The cover is slide ${coverIndex + 1}, and there are ${pictures}. Choose another cover.`
  return [{ code: 'cover', severity: 'stop', message, fix: 'Choose another cover', fixHref: null }]
}

function permission({ account: { username, scopes } }: PostToCheck): Finding[] {
  if (mayPublish({ platform: 'tiktok', scopes })) return []
  const message = `@${username} is connected without the permission to post. Reconnect it, and leave the permission to post ticked.`
  return [{ code: 'scope', severity: 'stop', message, fix: `Reconnect @${username}`, fixHref: ACCOUNTS_HREF }]
}

/** Pictures are fetched from here; videos are sent. */
function reach({ sandbox, publicUrl }: TiktokPreflightParts, { kind }: PostToCheck): Finding[] {
  if (sandbox || kind !== 'slides') return []
  const url = publicUrl()
  if (url.startsWith('https://') && reachabilityOf(url) === 'anywhere') return []
  const message = `TikTok fetches the pictures from this server, and ${url} cannot be reached from outside. Post it by hand from your phone, or ask the operator of this server to set PUBLIC_URL to a public https address.`
  return [{ code: 'public-url', severity: 'stop', message, ...BY_HAND }]
}

function audit({ isAudited }: TiktokPreflightParts, { audience }: TiktokOptions): Finding[] {
  if (isAudited || audience === 'SELF_ONLY') return []
  const message =
    'TikTok has not reviewed this server’s app yet, so it posts only for “Only me”, and only to private accounts. Choose “Only me”, or post it by hand from your phone.'
  return [{ code: 'not-audited', severity: 'stop', message, ...BY_HAND }]
}

function dayLoad({ day, account: { username } }: PostToCheck): Finding[] {
  if (day.posts < POSTS_A_DAY) return []
  const message = `${day.posts} other posts go to @${username} within a day of this one, and TikTok takes about ${POSTS_A_DAY}. It may be refused then.`
  return [{ code: 'day-limit', severity: 'warn', message, fix: 'Choose another day', fixHref: null }]
}

interface Asking {
  post: PostToCheck
  options: TiktokOptions
  signal: AbortSignal
}

async function askTiktok({ isAudited, creator: ask }: TiktokPreflightParts, { post, options, signal }: Asking): Promise<Finding[]> {
  const creator = await ask(post.account.ref, signal).catch((error: unknown) => {
    if (error instanceof AppError && error.code !== 'ACCOUNT_RECONNECT') return null
    throw error
  })
  if (!creator) return []
  if (creator.refusal !== null) return refusal(post, creator.refusal)
  const { username } = post.account
  const { audience } = options
  if (audience !== null && !creator.audiences.includes(audience)) {
    const message = `@${username} does not offer this audience at the moment. Choose another one.`
    return [{ code: 'audience', severity: 'stop', message, fix: 'Choose another audience', fixHref: null }]
  }
  if (!isAudited && creator.audiences.includes('PUBLIC_TO_EVERYONE')) {
    const message = `TikTok has not reviewed this server’s app yet, so it posts only to private accounts. Make @${username} private in the TikTok app, or post it by hand from your phone.`
    return [{ code: 'not-audited', severity: 'stop', message, ...BY_HAND }]
  }
  if (post.filmSeconds > creator.maxVideoSeconds) {
    const message = `The video is ${Math.ceil(post.filmSeconds)} seconds long, and TikTok takes ${creator.maxVideoSeconds} from @${username}. Make it shorter.`
    return [{ code: 'video-length', severity: 'stop', message, fix: 'Show each slide for less time', fixHref: null }]
  }
  return []
}

/** TikTok may accept tomorrow a post that it refuses now. */
function refusal({ secondsLeft }: PostToCheck, message: string): Finding[] {
  if (secondsLeft > DAY_SECONDS) return []
  return [{ code: 'refused-now', severity: secondsLeft > 60 ? 'warn' : 'stop', message, fix: 'Choose a later time', fixHref: null }]
}
