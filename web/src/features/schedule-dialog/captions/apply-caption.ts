import type { Caption } from '@ninesixteen/shared/api/captions'
import { hashtagText, missingHashtags } from '@ninesixteen/shared/publishing/hashtags'
import type { ScheduleValues } from '../form/schedule-values.ts'
import type { ScheduleForm } from '../form/use-schedule-form.ts'

interface PostTexts {
  caption: string
  description: string
}

export const hasTexts = ({ caption, description }: PostTexts): boolean => `${caption}${description}`.trim() !== ''

const joinParagraphs = (...texts: string[]): string =>
  texts
    .map((text) => text.trim())
    .filter(Boolean)
    .join('\n\n')

/** Replaces the post's texts with a caption, or adds it below. An existing caption stays, and the new one goes into the description. */
export function withCaption(current: PostTexts, { caption, description }: Caption, mode: 'replace' | 'add'): PostTexts {
  if (mode === 'replace') return { caption, description }
  const isEmpty = current.caption.trim() === ''
  return {
    caption: isEmpty ? caption : current.caption,
    description: joinParagraphs(current.description, isEmpty ? '' : caption, description),
  }
}

/** A description with the hashtags that it lacks: next to those at its end, else below it. */
function withHashtags(description: string, tags: readonly string[]): string {
  const missing = hashtagText(missingHashtags(description, tags))
  if (missing === '') return description
  const endsWithHashtag = /(?:^|\s)#\S+\s*$/u.test(description)
  return endsWithHashtag ? `${description.trimEnd()} ${missing}` : joinParagraphs(description, missing)
}

type Target = Pick<ScheduleForm, 'accounts' | 'values'>

/**
 * Puts hashtags where the accounts' platforms expect them: as tags, or in the description. Without an account, they go into the description.
 * `description` is the one they are added to.
 */
export function hashtagPatch({ accounts, values }: Target, description: string, tags: readonly string[]): Partial<ScheduleValues> {
  const tagged = accounts.flatMap(({ account, choices, withTags }) => {
    const patch = withTags(tags)
    return patch ? [[account.id, { ...choices, ...patch }] as const] : []
  })
  const isTagged = accounts.length > 0 && tagged.length === accounts.length
  return {
    description: isTagged ? description : withHashtags(description, tags),
    ...(tagged.length > 0 && { choices: { ...values.choices, ...Object.fromEntries(tagged) } }),
  }
}
