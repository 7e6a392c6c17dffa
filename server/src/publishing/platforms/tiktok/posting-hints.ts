import { reachOf } from '../../../scheduling/hand-over/reach.ts'

export interface TiktokHintParts {
  sandbox: boolean
  isAudited: boolean
  /** Without a slash at the end. */
  publicUrl: string
  /** Whether the file is served by which TikTok knows whose the address is. */
  isProved: boolean
}

/** What stands between this server and posts that go out by themselves, each with what whoever runs it can do. */
export function tiktokHints({ sandbox, isAudited, publicUrl, isProved }: TiktokHintParts): string[] {
  if (sandbox) return []
  const isPublic = publicUrl.startsWith('https://') && reachOf(publicUrl) === 'anywhere'
  const hints: string[] = []
  if (!isPublic)
    hints.push(
      `TikTok fetches photos from this server, and ${publicUrl} cannot be reached from outside. Schedule them to be posted by hand, unless whoever runs this server sets PUBLIC_URL to a public https address.`,
    )
  else if (!isProved)
    hints.push(
      `TikTok fetches photos only from addresses whose owner it knows. Whoever runs this server adds ${publicUrl}/pub/ as a URL prefix in TikTok’s developer portal and sets TIKTOK_VERIFICATION to the code of its file, unless the whole domain is verified there.`,
    )
  if (!isAudited)
    hints.push(
      'Until TikTok has audited the app of this server, posts are seen by their author alone, and only private accounts can post. Schedule others to be posted by hand; once the app is audited, whoever runs this server sets TIKTOK_AUDITED=on.',
    )
  return hints
}
