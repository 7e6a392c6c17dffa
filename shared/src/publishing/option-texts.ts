import type { PlatformId } from '../platforms.ts'
import type { InstagramOptions } from './instagram-options.ts'
import type { PostOptions } from './platforms.ts'
import { postFormat } from './post-format.ts'
import type { ThreadsOptions } from './threads-options.ts'
import type { TiktokAudience, TiktokOptions } from './tiktok-options.ts'
import type { TumblrOptions } from './tumblr-options.ts'

export interface OptionTexts {
  label: string
  value: string
}

const AUDIENCES: Record<TiktokAudience, string> = {
  PUBLIC_TO_EVERYONE: 'Everyone',
  MUTUAL_FOLLOW_FRIENDS: 'Friends',
  FOLLOWER_OF_CREATOR: 'Followers',
  SELF_ONLY: 'Only me',
}

function tiktokWords(options: TiktokOptions): OptionTexts[] {
  const disclosed = [...(options.yourBrand ? ['Your content'] : []), ...(options.brandedContent ? ['Branded content'] : [])]
  return [
    ...(options.handOver ? [{ label: 'Posted', value: 'Manually, on a phone' }] : []),
    ...(options.audience === null ? [] : [{ label: 'Audience', value: AUDIENCES[options.audience] }]),
    { label: 'Comments', value: options.allowComments ? 'On' : 'Off' },
    ...(disclosed.length > 0 ? [{ label: 'Disclosed as', value: disclosed.join(', ') }] : []),
    ...(options.withoutLogo ? [{ label: 'Logo', value: 'Left out' }] : []),
    ...(options.aiGenerated ? [{ label: 'Made with AI', value: 'Labelled' }] : []),
  ]
}

const STATES: Record<TumblrOptions['state'], string> = {
  published: 'Published',
  draft: 'A draft of the blog',
  queue: "In the blog's own queue",
  private: 'Private',
}

function tumblrWords({ blog, state, tags }: TumblrOptions): OptionTexts[] {
  return [
    { label: 'Blog', value: blog },
    { label: 'Posted as', value: STATES[state] },
    ...(tags.length > 0 ? [{ label: 'Tags', value: tags.map((tag) => `#${tag}`).join(' ') }] : []),
  ]
}

/** Options that Instagram and Threads share. */
function metaWords({ handOver, firstSlidesOnly }: InstagramOptions | ThreadsOptions): OptionTexts[] {
  return [
    ...(handOver ? [{ label: 'Posted', value: 'Manually, on a phone' }] : []),
    ...(firstSlidesOnly ? [{ label: 'Slides', value: 'Only as many as fit' }] : []),
  ]
}

function instagramWords(options: InstagramOptions): OptionTexts[] {
  return [
    { label: 'Posted as', value: options.story ? 'Story' : 'Post' },
    ...metaWords(options),
    ...(options.aiGenerated ? [{ label: 'Made with AI', value: 'Labelled' }] : []),
  ]
}

type OptionsOf<Id extends PlatformId> = Extract<PostOptions, { platform: Id }>

const WORDS: { [Id in PlatformId]: (options: OptionsOf<Id>) => OptionTexts[] } = {
  tiktok: tiktokWords,
  tumblr: tumblrWords,
  instagram: instagramWords,
  threads: metaWords,
}

/** A post's choices, as its details show them. Separate from the schemas, so that pages that only show posts don't load zod. */
export function optionTexts<Id extends PlatformId>(options: OptionsOf<Id> & { platform: Id }): OptionTexts[] {
  return [{ label: 'Format', value: postFormat(options) }, ...WORDS[options.platform](options)]
}
