import type { ServerFacts } from '../platform.ts'
import { isPublicUrl } from '../requirements.ts'
import type { TiktokSettings } from './settings.ts'

/** The operator's remaining steps before posts are published automatically. */
export function tiktokHints(
  { sandbox, isAudited }: Pick<TiktokSettings, 'sandbox' | 'isAudited'>,
  { publicUrl, isDomainProved }: ServerFacts,
): string[] {
  if (sandbox) return []
  const isPublic = isPublicUrl(publicUrl)
  const hints: string[] = []
  if (!isPublic)
    hints.push(
      `TikTok fetches photos from this server, and ${publicUrl} cannot be reached from outside. Schedule them to be posted by hand, or have the operator of this server set PUBLIC_URL to a public https address.`,
    )
  else if (!isDomainProved)
    hints.push(
      `TikTok only fetches photos from verified addresses. The operator of this server has to add ${publicUrl}/pub/ as a URL prefix in TikTok’s developer portal and set TIKTOK_VERIFICATION to the code of its file, unless the whole domain is verified there.`,
    )
  if (!isAudited)
    hints.push(
      'Until TikTok has audited this server’s app, only the author can see posts, and only private accounts can post. Schedule other posts to be posted by hand. Once the app is audited, the operator of this server sets TIKTOK_AUDITED=on.',
    )
  return hints
}
