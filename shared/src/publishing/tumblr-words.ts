import type { OptionTexts } from './option-words.ts'
import type { TumblrOptions } from './tumblr-options.ts'

const STATES: Record<TumblrOptions['state'], string> = {
  published: 'Published',
  draft: 'A draft of the blog',
  queue: "In the blog's own queue",
  private: 'Private',
}

/** The choices of a Tumblr post, as its details show them. */
export function tumblrWords({ blog, state, tags }: TumblrOptions): OptionTexts[] {
  return [
    { label: 'Blog', value: blog },
    { label: 'Posted as', value: STATES[state] },
    ...(tags.length > 0 ? [{ label: 'Tags', value: tags.map((tag) => `#${tag}`).join(' ') }] : []),
  ]
}
