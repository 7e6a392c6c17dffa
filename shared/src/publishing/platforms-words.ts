import type { PlatformId } from '../platforms.ts'
import type { OptionTexts } from './option-words.ts'
import type { PostOptions } from './platforms.ts'
import { tiktokWords } from './tiktok-words.ts'
import { tumblrWords } from './tumblr-words.ts'

type OptionsOf<Id extends PlatformId> = Extract<PostOptions, { platform: Id }>

const WORDS: { [Id in PlatformId]: (options: OptionsOf<Id>) => OptionTexts[] } = { tiktok: tiktokWords, tumblr: tumblrWords }

/** A post's choices, as its details show them. Separate from the schemas, so that pages that only show posts don't load zod. */
export function optionWords<Id extends PlatformId>(options: OptionsOf<Id> & { platform: Id }): OptionTexts[] {
  return WORDS[options.platform](options)
}
