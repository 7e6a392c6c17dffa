import { META_ALT_TEXT_MAX } from '@ninesixteen/shared/publishing/meta-options'
import { metaText, refusedText, textAdvice, type MetaText, type MetaTextRules } from '@ninesixteen/shared/publishing/meta-text'
import { picturesMaxFor } from '@ninesixteen/shared/publishing/platforms'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { altTextOf, startAltTexts } from '../alt-texts.ts'
import type { Choices, FieldErrors, PostShape } from '../platform-form.ts'

/** The differences between the forms of Instagram and Threads. */
export interface MetaFormNetwork {
  id: 'instagram' | 'threads'
  text: MetaTextRules
  /** Whether the network has stories, reels and an AI label. */
  hasStories: boolean
}

export interface MetaChoices {
  handOver: boolean
  /** The user agreed that slides beyond the limit are left out. */
  firstSlidesOnly: boolean
  /** Alt texts that the user wrote, by image; the others use proposals. */
  altTexts: Record<string, string>
  story: boolean
  shareToFeed: boolean
  aiGenerated: boolean
}

const START = { handOver: false, firstSlidesOnly: false, story: false, shareToFeed: true, aiGenerated: false }

export function startMeta({ images }: Pick<PostShape, 'images'>, saved: Choices = {}): MetaChoices {
  const flag = (name: keyof typeof START) => (typeof saved[name] === 'boolean' ? saved[name] : START[name])
  return {
    handOver: flag('handOver'),
    firstSlidesOnly: flag('firstSlidesOnly'),
    altTexts: startAltTexts(images, saved),
    story: flag('story'),
    shareToFeed: flag('shareToFeed'),
    aiGenerated: flag('aiGenerated'),
  }
}

/** The slides that the post won't have, as text; null where it has all. */
export function slidesLeftOut({ id }: MetaFormNetwork, { story, handOver }: MetaChoices, { kind, images }: PostShape): string | null {
  const maxSlides = picturesMaxFor(id, { story })
  if (kind === 'video' || handOver || images.length <= maxSlides) return null
  return images.length === maxSlides + 1 ? `slide ${images.length}` : `slides ${maxSlides + 1} to ${images.length}`
}

export function metaErrors(network: MetaFormNetwork, choices: MetaChoices, post: PostShape): FieldErrors {
  const leftOut = slidesLeftOut(network, choices, post)
  return leftOut === null || choices.firstSlidesOnly ? {} : { firstSlidesOnly: `Agree to leave out ${leftOut}, or remove ${leftOut}` }
}

export function metaOptions({ id, hasStories }: MetaFormNetwork, choices: MetaChoices, { kind, images }: PostShape): Choices {
  const { handOver, firstSlidesOnly, story, shareToFeed, aiGenerated } = choices
  const altTexts = kind === 'video' ? [] : images.map((image) => altTextOf(choices.altTexts, image, META_ALT_TEXT_MAX))
  return { platform: id, handOver, firstSlidesOnly, altTexts, ...(hasStories && { story, shareToFeed, aiGenerated }) }
}

type Texts = Pick<PostShape, 'caption' | 'description'>

/** The text of the post; a story has none. */
export function textOf({ text }: MetaFormNetwork, { story }: Pick<MetaChoices, 'story'>, { caption, description }: Texts): MetaText {
  return story ? { text: '', leftOut: 0 } : metaText(text, caption, description)
}

/** A note about text that the network cuts, refuses or advises against; null without one. */
export function metaTextNote({ id, text: rules }: MetaFormNetwork, { caption, description }: Texts): string | null {
  const { label } = PLATFORMS[id]
  const { text, leftOut } = metaText(rules, caption, description)
  const max = rules.textMax.toLocaleString('en-US')
  const notes = [
    leftOut > 0 ? `${label} allows ${max} characters for caption and description. The last ${leftOut} will be cut.` : null,
    refusedText(label, rules, text) ?? textAdvice(label, rules, text)?.message ?? null,
  ]
  return notes.filter((note) => note !== null).join(' ') || null
}

export function summaryOfMeta({ hasStories }: MetaFormNetwork, choices: MetaChoices): string {
  if (choices.handOver) return 'You post it manually'
  return [
    hasStories && choices.story ? 'Story' : 'Post',
    ...(hasStories && choices.aiGenerated ? ['labelled as made with AI'] : []),
    ...(choices.firstSlidesOnly ? ['only the slides that fit'] : []),
  ].join(' · ')
}
