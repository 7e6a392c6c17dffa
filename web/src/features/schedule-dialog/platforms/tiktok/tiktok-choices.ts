import type { TiktokCreator } from '@ninesixteen/shared/api/scheduled-posts'
import { TIKTOK_AUDIENCES, TIKTOK_MISSING, type TiktokAudience } from '@ninesixteen/shared/publishing/tiktok-options'
import {
  TIKTOK_DESCRIPTION_MAX,
  TIKTOK_TITLE_MAX,
  TIKTOK_VIDEO_TEXT_MAX,
  tiktokPhotoText,
  tiktokVideoText,
  type TiktokText,
} from '@ninesixteen/shared/publishing/tiktok-text'
import type { Choices, FieldErrors, PostShape } from '../platform-form.ts'

export interface TiktokChoices {
  handOver: boolean
  audience: TiktokAudience | null
  allowComments: boolean
  allowDuet: boolean
  allowStitch: boolean
  /** The switch before "Your content" and "Branded content". */
  discloses: boolean
  yourBrand: boolean
  brandedContent: boolean
  addMusic: boolean
  aiGenerated: boolean
  /** Leaves out the logo of the slides. */
  withoutLogo: boolean
  /** Id of the cover image, which is stable when slides are added or removed; null for the first. */
  coverId: string | null
}

export const AUDIENCE_LABELS: Record<TiktokAudience, string> = {
  PUBLIC_TO_EVERYONE: 'Everyone',
  MUTUAL_FOLLOW_FRIENDS: 'Friends',
  FOLLOWER_OF_CREATOR: 'Followers',
  SELF_ONLY: 'Only me',
}

/** Everything is off and no audience is chosen, as TikTok's guidelines require. */
const START: TiktokChoices = {
  handOver: false,
  audience: null,
  allowComments: false,
  allowDuet: false,
  allowStitch: false,
  discloses: false,
  yourBrand: false,
  brandedContent: false,
  addMusic: true,
  aiGenerated: false,
  withoutLogo: false,
  coverId: null,
}

export function startTiktok({ images }: Pick<PostShape, 'images'>, saved: Choices = {}): TiktokChoices {
  const flag = (name: keyof TiktokChoices) => (typeof saved[name] === 'boolean' ? saved[name] : START[name] === true)
  const coverIndex = Number(saved['coverIndex'] ?? 0)
  return {
    handOver: flag('handOver'),
    audience: TIKTOK_AUDIENCES.find((audience) => audience === saved['audience']) ?? null,
    allowComments: flag('allowComments'),
    allowDuet: flag('allowDuet'),
    allowStitch: flag('allowStitch'),
    discloses: flag('yourBrand') || flag('brandedContent'),
    yourBrand: flag('yourBrand'),
    brandedContent: flag('brandedContent'),
    addMusic: flag('addMusic'),
    aiGenerated: flag('aiGenerated'),
    withoutLogo: flag('withoutLogo'),
    coverId: coverIndex > 0 ? (images[coverIndex]?.id ?? null) : null,
  }
}

export const DISCLOSURE_MISSING = 'Choose what the post promotes: your content, branded content, or both'
export const FACTS_PENDING = 'Still checking with TikTok what this account can post'

/** The disclosed kinds, which count only while the switch is on. */
export const disclosedKinds = ({ discloses, yourBrand, brandedContent }: TiktokChoices) => ({
  yourBrand: discloses && yourBrand,
  brandedContent: discloses && brandedContent,
})

export function tiktokErrors(choices: TiktokChoices, creator: TiktokCreator | null, { kind, seconds }: PostShape): FieldErrors {
  if (choices.handOver) return {}
  if (!creator) return { account: FACTS_PENDING }
  if (creator.refusal !== null) return { account: creator.refusal }
  const errors: FieldErrors = {}
  if (kind === 'video' && seconds > creator.maxVideoSeconds) {
    errors['account'] = `This account can post videos of up to ${creator.maxVideoSeconds} seconds. Yours has ${seconds}.`
  }
  const isOffered = choices.audience !== null && creator.audiences.includes(choices.audience)
  if (!isOffered) errors['audience'] = TIKTOK_MISSING.audience
  const { yourBrand, brandedContent } = disclosedKinds(choices)
  if (isOffered && brandedContent && choices.audience === 'SELF_ONLY') errors['audience'] = TIKTOK_MISSING.brandedOnlyMe
  if (choices.discloses && !yourBrand && !brandedContent) errors['disclosure'] = DISCLOSURE_MISSING
  return errors
}

export function coverIndexOf({ coverId }: TiktokChoices, { images }: Pick<PostShape, 'images'>): number {
  return Math.max(
    0,
    images.findIndex(({ id }) => id === coverId),
  )
}

/** The options in the format of the API. Options that the account forbids are off. */
export function tiktokOptions(
  choices: TiktokChoices,
  post: PostShape,
  { agreed, creator }: { agreed: boolean; creator: TiktokCreator | null },
): Choices {
  const { handOver, audience, addMusic, aiGenerated, withoutLogo } = choices
  const isVideo = post.kind === 'video'
  return {
    platform: 'tiktok',
    handOver,
    audience,
    allowComments: choices.allowComments && creator?.commentDisabled !== true,
    allowDuet: isVideo && choices.allowDuet && creator?.duetDisabled !== true,
    allowStitch: isVideo && choices.allowStitch && creator?.stitchDisabled !== true,
    ...disclosedKinds(choices),
    addMusic,
    aiGenerated,
    ...(withoutLogo && { withoutLogo }),
    coverIndex: isVideo ? 0 : coverIndexOf(choices, post),
    musicConsent: agreed,
  }
}

export function tiktokText({ kind, caption, description }: Pick<PostShape, 'kind' | 'caption' | 'description'>): TiktokText {
  return kind === 'video' ? tiktokVideoText(caption, description) : tiktokPhotoText(caption, description)
}

/** The label that TikTok adds to the post; null for none. */
export function labelOf(choices: TiktokChoices): 'Paid partnership' | 'Promotional content' | null {
  const { yourBrand, brandedContent } = disclosedKinds(choices)
  if (brandedContent) return 'Paid partnership'
  return yourBrand ? 'Promotional content' : null
}

export function summaryOfTiktok(choices: TiktokChoices): string {
  if (choices.handOver) return 'You post it manually'
  const { audience } = choices
  const parts = [
    audience === null ? 'Audience not chosen' : AUDIENCE_LABELS[audience],
    choices.allowComments ? 'comments on' : 'comments off',
  ]
  const label = labelOf(choices)
  return [...parts, ...(label ? [label.toLowerCase()] : [])].join(' · ')
}

/** Explains how TikTok shortens the texts; null if it doesn't. */
export function textNoteOfTiktok(post: Pick<PostShape, 'kind' | 'caption' | 'description'>): string | null {
  const { leftOut } = tiktokText(post)
  const limit = post.kind === 'video' ? TIKTOK_VIDEO_TEXT_MAX : TIKTOK_DESCRIPTION_MAX
  if (leftOut > 0) return `TikTok allows ${limit.toLocaleString('en-US')} characters here. The last ${leftOut} will be cut.`
  if (post.kind === 'video' || post.caption.trim().length <= TIKTOK_TITLE_MAX) return null
  return `TikTok titles allow ${TIKTOK_TITLE_MAX} characters. Yours is shortened, and the description starts with the whole caption.`
}
