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
  /** Whether it has stories, reels and a label for what is made with AI. */
  hasStories: boolean
}

export interface MetaChosen {
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

export function startMeta({ images }: Pick<PostShape, 'images'>, given: Choices = {}): MetaChosen {
  const yes = (name: keyof typeof START) => (typeof given[name] === 'boolean' ? given[name] : START[name])
  return {
    handOver: yes('handOver'),
    firstSlidesOnly: yes('firstSlidesOnly'),
    altTexts: startAltTexts(images, given),
    story: yes('story'),
    shareToFeed: yes('shareToFeed'),
    aiGenerated: yes('aiGenerated'),
  }
}

/** The slides that the post won't have, as text; null where it has all. */
export function slidesLeftOut({ id }: MetaFormNetwork, { story, handOver }: MetaChosen, { kind, images }: PostShape): string | null {
  const most = picturesMaxFor(id, { story })
  if (kind === 'video' || handOver || images.length <= most) return null
  return images.length === most + 1 ? `slide ${images.length}` : `slides ${most + 1} to ${images.length}`
}

export function metaErrors(network: MetaFormNetwork, chosen: MetaChosen, post: PostShape): FieldErrors {
  const left = slidesLeftOut(network, chosen, post)
  return left === null || chosen.firstSlidesOnly ? {} : { firstSlidesOnly: `Agree to leave out ${left}, or remove ${left}` }
}

export function metaOptions({ id, hasStories }: MetaFormNetwork, chosen: MetaChosen, { kind, images }: PostShape): Choices {
  const { handOver, firstSlidesOnly, story, shareToFeed, aiGenerated } = chosen
  const altTexts = kind === 'video' ? [] : images.map((image) => altTextOf(chosen.altTexts, image, META_ALT_TEXT_MAX))
  return { platform: id, handOver, firstSlidesOnly, altTexts, ...(hasStories && { story, shareToFeed, aiGenerated }) }
}

type Texts = Pick<PostShape, 'caption' | 'description'>

/** The text of the post; a story has none. */
export function textOf({ text }: MetaFormNetwork, { story }: Pick<MetaChosen, 'story'>, { caption, description }: Texts): MetaText {
  return story ? { text: '', leftOut: 0 } : metaText(text, caption, description)
}

/** A note about text that the network cuts, refuses or advises against; null without one. */
export function metaTextNote({ id, text: rules }: MetaFormNetwork, { caption, description }: Texts): string | null {
  const { label } = PLATFORMS[id]
  const { text, leftOut } = metaText(rules, caption, description)
  if (leftOut > 0)
    return `${label} allows ${rules.textMax.toLocaleString('en-US')} characters for caption and description. The last ${leftOut} will be cut.`
  return refusedText(label, rules, text) ?? textAdvice(label, rules, text)
}

export function summaryOfMeta({ hasStories }: MetaFormNetwork, chosen: MetaChosen): string {
  if (chosen.handOver) return 'You post it manually'
  return [
    hasStories && chosen.story ? 'Story' : 'Post',
    ...(hasStories && chosen.aiGenerated ? ['labelled as made with AI'] : []),
    ...(chosen.firstSlidesOnly ? ['only the slides that fit'] : []),
  ].join(' · ')
}
