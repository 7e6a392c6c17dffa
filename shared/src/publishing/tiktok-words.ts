import type { OptionTexts } from './option-words.ts'
import type { TiktokAudience, TiktokOptions } from './tiktok-options.ts'

const AUDIENCES: Record<TiktokAudience, string> = {
  PUBLIC_TO_EVERYONE: 'Everyone',
  MUTUAL_FOLLOW_FRIENDS: 'Friends',
  FOLLOWER_OF_CREATOR: 'Followers',
  SELF_ONLY: 'Only me',
}

/** The choices of a TikTok post, as its details show them. */
export function tiktokWords(options: TiktokOptions): OptionTexts[] {
  const disclosed = [...(options.yourBrand ? ['Your content'] : []), ...(options.brandedContent ? ['Branded content'] : [])]
  return [
    ...(options.handOver ? [{ label: 'Posted', value: 'Manually, on a phone' }] : []),
    ...(options.audience === null ? [] : [{ label: 'Audience', value: AUDIENCES[options.audience] }]),
    { label: 'Comments', value: options.allowComments ? 'On' : 'Off' },
    ...(disclosed.length > 0 ? [{ label: 'Disclosed as', value: disclosed.join(', ') }] : []),
    ...(options.aiGenerated ? [{ label: 'Made with AI', value: 'Labelled' }] : []),
  ]
}
