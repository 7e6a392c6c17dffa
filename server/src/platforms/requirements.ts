import { mayPublish, PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import { ACCOUNTS_HREF } from './posting-outcome.ts'
import type { Finding, PostToCheck } from './preflight.ts'
import { reachabilityOf } from './reachability.ts'

/** Problems that manual posting avoids. */
export const BY_HAND = { fix: 'Post it by hand', fixHref: null }

/** An account that was connected without the permission to post. */
export function permissionFindings(platform: PlatformId, { account: { username, scopes } }: PostToCheck<unknown>): Finding[] {
  if (mayPublish({ platform, scopes })) return []
  const message = `@${username} is connected without permission to post. Reconnect it and allow posting.`
  return [{ code: 'scope', severity: 'stop', message, fix: `Reconnect @${username}`, fixHref: ACCOUNTS_HREF }]
}

/** Whether platforms can fetch files from this server. */
export function isPublicUrl(url: string): boolean {
  return url.startsWith('https://') && reachabilityOf(url) === 'anywhere'
}

/** For a platform that fetches `files` from this server. */
export function publicUrlFindings(platform: PlatformId, url: string, files: string): Finding[] {
  if (isPublicUrl(url)) return []
  const message = `${PLATFORMS[platform].label} fetches ${files} from this server, but ${url} cannot be reached from outside. Post it by hand, or ask the operator to set PUBLIC_URL to a public https address.`
  return [{ code: 'public-url', severity: 'stop', message, ...BY_HAND }]
}
