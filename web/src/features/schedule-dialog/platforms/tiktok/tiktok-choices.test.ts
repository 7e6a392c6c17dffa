import type { TiktokCreator } from '@ninesixteen/shared/api/scheduled-posts'
import { tiktokOptionsSchema } from '@ninesixteen/shared/publishing/tiktok-options'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { expect, test } from 'vitest'
import type { PostShape } from '../platform-form.ts'
import {
  DISCLOSURE_MISSING,
  labelOf,
  tiktokErrors,
  FACTS_PENDING,
  tiktokOptions,
  startTiktok,
  summaryOfTiktok,
  textNoteOfTiktok,
  type TiktokChoices,
} from './tiktok-choices.ts'

const creator: TiktokCreator = {
  nickname: 'Sandy',
  username: 'sandy.creates',
  avatarUrl: null,
  audiences: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
  commentDisabled: false,
  duetDisabled: false,
  stitchDisabled: false,
  maxVideoSeconds: 60,
  refusal: null,
}
const images = ['one', 'two', 'three'].map((id) => ({ id, slide: slideSchema.parse({ id }) }))
const post: PostShape = { kind: 'slides', images, seconds: 0, caption: '', description: '' }
const video: PostShape = { ...post, kind: 'video', seconds: 20 }
const start = startTiktok(post)
const ready: TiktokChoices = { ...start, audience: 'PUBLIC_TO_EVERYONE' }

test('nothing is preselected: no audience, no comments, no disclosure', () => {
  expect(start).toMatchObject({ audience: null, allowComments: false, allowDuet: false, allowStitch: false, discloses: false })
  expect(tiktokErrors(start, creator, post)).toEqual({ audience: 'Choose who can see this post' })
  expect(tiktokErrors(ready, creator, post)).toEqual({})
})

test('only an audience that TikTok currently offers is accepted', () => {
  expect(tiktokErrors({ ...start, audience: 'FOLLOWER_OF_CREATOR' }, creator, post)).toHaveProperty('audience')
})

test('until TikTok responds, or while it refuses, only manual posting is possible', () => {
  expect(tiktokErrors(ready, null, post)).toEqual({ account: FACTS_PENDING })
  expect(tiktokErrors(ready, { ...creator, refusal: 'Too many posts today.' }, post)).toEqual({ account: 'Too many posts today.' })
  expect(tiktokErrors({ ...start, handOver: true }, null, post)).toEqual({})
})

test('a disclosure needs a kind, and branded content can’t be private', () => {
  expect(tiktokErrors({ ...ready, discloses: true }, creator, post)).toEqual({ disclosure: DISCLOSURE_MISSING })
  const branded = { ...ready, discloses: true, brandedContent: true }
  expect(tiktokErrors(branded, creator, post)).toEqual({})
  expect(tiktokErrors({ ...branded, audience: 'SELF_ONLY' }, creator, post)).toHaveProperty('audience')
  expect(labelOf(branded)).toBe('Paid partnership')
  expect(labelOf({ ...branded, yourBrand: true })).toBe('Paid partnership')
  expect(labelOf({ ...branded, brandedContent: false, yourBrand: true })).toBe('Promotional content')
  expect(labelOf({ ...branded, discloses: false })).toBe(null)
})

test('a video longer than the account may post is refused', () => {
  expect(tiktokErrors(ready, creator, { ...video, seconds: 61 })).toHaveProperty('account')
  expect(tiktokErrors(ready, creator, { ...video, seconds: 60 })).toEqual({})
})

test('tiktokOptions returns valid options and turns off those that the account forbids', () => {
  const eager = { ...ready, allowComments: true, allowDuet: true, allowStitch: true, brandedContent: true, coverId: 'three' }
  const sent = tiktokOptions(eager, post, { agreed: true, creator })
  expect(tiktokOptionsSchema.parse(sent)).toMatchObject({ allowComments: true, allowDuet: false, brandedContent: false, coverIndex: 2 })
  const strict = { ...creator, commentDisabled: true, stitchDisabled: true }
  expect(tiktokOptions(eager, video, { agreed: true, creator: strict })).toMatchObject({
    allowComments: false,
    allowDuet: true,
    allowStitch: false,
    coverIndex: 0,
  })
  expect(tiktokOptionsSchema.safeParse(tiktokOptions(eager, post, { agreed: false, creator })).success).toBe(false)
})

test('a cover follows its slide, and falls back to the first', () => {
  const choices = { ...ready, coverId: 'two' }
  const turned = { ...post, images: images.toReversed() }
  const shorter = { ...post, images: images.slice(0, 1) }
  const sent = (shape: PostShape) => tiktokOptions(choices, shape, { agreed: true, creator })['coverIndex']
  expect([sent(post), sent(turned), sent(shorter)]).toEqual([1, 1, 0])
})

test('an existing post restores its choices', () => {
  const choices = { ...ready, allowComments: true, discloses: true, yourBrand: true, aiGenerated: true, addMusic: false, coverId: 'two' }
  expect(startTiktok(post, tiktokOptions(choices, post, { agreed: true, creator }))).toEqual(choices)
})

test('changes to the caption are announced', () => {
  expect(textNoteOfTiktok({ ...post, caption: 'x'.repeat(90) })).toBe(null)
  expect(textNoteOfTiktok({ ...post, caption: 'word '.repeat(20) })).toContain('90 characters')
  expect(textNoteOfTiktok({ ...video, caption: 'word '.repeat(20) })).toBe(null)
  expect(textNoteOfTiktok({ ...video, description: 'x'.repeat(2210) })).toBe(
    'TikTok allows 2,200 characters here. The last 10 will be cut.',
  )
})

test('the choices have a summary', () => {
  expect(summaryOfTiktok(start)).toBe('Audience not chosen · comments off')
  expect(summaryOfTiktok({ ...ready, allowComments: true, discloses: true, yourBrand: true })).toBe(
    'Everyone · comments on · promotional content',
  )
  expect(summaryOfTiktok({ ...start, handOver: true })).toBe('You post it manually')
})
