import type { TumblrBlog } from '@ninesixteen/shared/api/scheduled-posts'
import { TAG_LENGTH_MAX, TAGS_MAX, TUMBLR_LAYOUTS, TUMBLR_STATES, type TumblrOptions } from '@ninesixteen/shared/publishing/tumblr-options'
import { joinTags } from '../../../../components/tag-list.ts'
import { altTextOf, startAltTexts } from '../alt-texts.ts'
import type { Choices, FieldErrors, PostShape } from '../platform-form.ts'

export interface TumblrChosen {
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
export function withTumblrTags({ tags }: Pick<TumblrChosen, 'tags'>, more: readonly string[]): Pick<TumblrChosen, 'tags'> {
  return { tags: joinTags(tags, more, TAG_LIMITS).tags }
}

export interface TumblrFacts {
  blogs: TumblrBlog[]
}

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

export function startTumblr({ images }: Pick<PostShape, 'images'>, given: Choices = {}): TumblrChosen {
  return {
    // Empty in a draft saved before the blogs were loaded.
    blog: typeof given['blog'] === 'string' && given['blog'] !== '' ? given['blog'] : null,
    tags: strings(given['tags']),
    altTexts: startAltTexts(images, given),
    layout: TUMBLR_LAYOUTS.find((layout) => layout === given['layout']) ?? 'auto',
    state: TUMBLR_STATES.find((state) => state === given['state']) ?? 'published',
  }
}

/** The chosen blog, else the main one. */
export function blogOf({ blog }: Pick<TumblrChosen, 'blog'>, facts: TumblrFacts | null): string | null {
  if (blog !== null) return blog
  return (facts?.blogs.find(({ isPrimary }) => isPrimary) ?? facts?.blogs[0])?.name ?? null
}

export const NO_BLOG = 'Choose the blog to post to'

export function tumblrErrors(chosen: TumblrChosen, facts: TumblrFacts | null): FieldErrors {
  return blogOf(chosen, facts) === null ? { blog: NO_BLOG } : {}
}

export function tumblrOptions(chosen: TumblrChosen, { kind, images }: PostShape, facts: TumblrFacts | null): Choices {
  const { tags, layout, state } = chosen
  const altTexts = kind === 'video' ? [] : images.map((image) => altTextOf(chosen.altTexts, image))
  return { platform: 'tumblr', blog: blogOf(chosen, facts) ?? '', tags, altTexts, layout, state }
}

export const STATE_LABELS: Record<TumblrOptions['state'], { label: string; hint: string }> = {
  published: { label: 'Published', hint: 'Visible to everyone right away.' },
  draft: { label: 'Draft', hint: 'Saved in the blog’s drafts until you publish it there.' },
  queue: { label: 'Queue', hint: 'Added to the blog’s queue, which posts on its own schedule.' },
  private: { label: 'Private', hint: 'Visible only to members of the blog.' },
}

export const LAYOUT_LABELS: Record<TumblrOptions['layout'], string> = { auto: 'Automatic', one: 'One', two: 'Two', three: 'Three' }

export function summaryOfTumblr(chosen: TumblrChosen, facts: TumblrFacts | null): string {
  const blog = blogOf(chosen, facts)
  const tags = chosen.tags.length
  return [
    ...(blog === null ? [] : [blog]),
    STATE_LABELS[chosen.state].label,
    ...(tags === 0 ? [] : [`${tags} ${tags === 1 ? 'tag' : 'tags'}`]),
  ].join(' · ')
}
