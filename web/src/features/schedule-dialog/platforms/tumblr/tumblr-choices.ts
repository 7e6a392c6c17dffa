import type { TumblrBlog } from '@ninesixteen/shared/api/scheduled-posts'
import { TAG_LENGTH_MAX, TAGS_MAX, TUMBLR_LAYOUTS, TUMBLR_STATES, type TumblrOptions } from '@ninesixteen/shared/publishing/tumblr-options'
import { joinTags } from '../../../../components/tag-list.ts'
import { altTextOf, startAltTexts } from '../alt-texts.ts'
import type { Choices, FieldErrors, PostShape } from '../platform-form.ts'

export interface TumblrChoices {
  /** Null for the account's main blog. */
  blog: string | null
  tags: string[]
  /** Alt texts that the user wrote, by image; the others use proposals. */
  altTexts: Record<string, string>
  layout: TumblrOptions['layout']
  state: TumblrOptions['state']
}

export const TAG_LIMITS = { most: TAGS_MAX, length: TAG_LENGTH_MAX }

/** Adds tags up to the limit, each once. */
export function withTumblrTags({ tags }: Pick<TumblrChoices, 'tags'>, more: readonly string[]): Pick<TumblrChoices, 'tags'> {
  return { tags: joinTags(tags, more, TAG_LIMITS).tags }
}

export interface TumblrFacts {
  blogs: TumblrBlog[]
}

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

export function startTumblr({ images }: Pick<PostShape, 'images'>, saved: Choices = {}): TumblrChoices {
  return {
    // Empty in a draft saved before the blogs were loaded.
    blog: typeof saved['blog'] === 'string' && saved['blog'] !== '' ? saved['blog'] : null,
    tags: strings(saved['tags']),
    altTexts: startAltTexts(images, saved),
    layout: TUMBLR_LAYOUTS.find((layout) => layout === saved['layout']) ?? 'auto',
    state: TUMBLR_STATES.find((state) => state === saved['state']) ?? 'published',
  }
}

/** The chosen blog, else the main one. */
export function blogOf({ blog }: Pick<TumblrChoices, 'blog'>, facts: TumblrFacts | null): string | null {
  if (blog !== null) return blog
  return (facts?.blogs.find(({ isPrimary }) => isPrimary) ?? facts?.blogs[0])?.name ?? null
}

export const NO_BLOG = 'Choose the blog to post to'

export function tumblrErrors(choices: TumblrChoices, facts: TumblrFacts | null): FieldErrors {
  return blogOf(choices, facts) === null ? { blog: NO_BLOG } : {}
}

export function tumblrOptions(choices: TumblrChoices, { kind, images }: PostShape, facts: TumblrFacts | null): Choices {
  const { tags, layout, state } = choices
  const altTexts = kind === 'video' ? [] : images.map((image) => altTextOf(choices.altTexts, image))
  return { platform: 'tumblr', blog: blogOf(choices, facts) ?? '', tags, altTexts, layout, state }
}

export const STATE_LABELS: Record<TumblrOptions['state'], { label: string; hint: string }> = {
  published: { label: 'Published', hint: 'Visible to everyone right away.' },
  draft: { label: 'Draft', hint: 'Saved in the blog’s drafts until you publish it there.' },
  queue: { label: 'Queue', hint: 'Added to the blog’s queue, which posts on its own schedule.' },
  private: { label: 'Private', hint: 'Visible only to members of the blog.' },
}

export const LAYOUT_LABELS: Record<TumblrOptions['layout'], string> = { auto: 'Automatic', one: 'One', two: 'Two', three: 'Three' }

export function summaryOfTumblr(choices: TumblrChoices, facts: TumblrFacts | null): string {
  const blog = blogOf(choices, facts)
  const tags = choices.tags.length
  return [
    ...(blog === null ? [] : [blog]),
    STATE_LABELS[choices.state].label,
    ...(tags === 0 ? [] : [`${tags} ${tags === 1 ? 'tag' : 'tags'}`]),
  ].join(' · ')
}
