import type { PlatformId } from '../platforms.ts'
import type { OptionTexts } from './option-words.ts'
import type { PostOptions } from './platforms.ts'
import { tiktokWords } from './tiktok-words.ts'
import { tumblrWords } from './tumblr-words.ts'

type OptionsOf<Id extends PlatformId> = Extract<PostOptions, { platform: Id }>

const WORDS: { [Id in PlatformId]: (options: OptionsOf<Id>) => OptionTexts[] } = { tiktok: tiktokWords, tumblr: tumblrWords }

/** What was chosen for a post, as its details show it. Apart from the schemas, whose library a page that only shows posts does without. */
export function optionWords<Id extends PlatformId>(options: OptionsOf<Id> & { platform: Id }): OptionTexts[] {
  return WORDS[options.platform](options)
}
