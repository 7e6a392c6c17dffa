import { expect, test } from 'vitest'
import { postOptionsSchema } from './platforms.ts'
import { TIKTOK_MISSING, tiktokOptionsSchema } from './tiktok-options.ts'

const complete = { platform: 'tiktok', audience: 'PUBLIC_TO_EVERYONE', musicConsent: true }

const lacks = (options: object) => tiktokOptionsSchema.safeParse(options).error?.issues.map(({ message }) => message) ?? []

test('requires an audience and the music consent', () => {
  expect(lacks(complete)).toEqual([])
  expect(lacks({ platform: 'tiktok' })).toEqual([TIKTOK_MISSING.audience, TIKTOK_MISSING.musicConsent])
  expect(lacks({ ...complete, audience: null })).toEqual([TIKTOK_MISSING.audience])
  expect(lacks({ ...complete, musicConsent: false })).toEqual([TIKTOK_MISSING.musicConsent])
})

test('rejects a private paid partnership, also for manual posting', () => {
  expect(lacks({ ...complete, audience: 'SELF_ONLY', brandedContent: true })).toEqual([TIKTOK_MISSING.brandedOnlyMe])
  expect(lacks({ ...complete, audience: 'SELF_ONLY', brandedContent: true, handOver: true })).toEqual([TIKTOK_MISSING.brandedOnlyMe])
  expect(lacks({ ...complete, audience: 'SELF_ONLY', yourBrand: true })).toEqual([])
})

test('requires neither for manual posting', () => {
  expect(lacks({ platform: 'tiktok', handOver: true })).toEqual([])
})

test('defaults to everything off but music', () => {
  expect(postOptionsSchema.parse(complete)).toEqual({
    platform: 'tiktok',
    audience: 'PUBLIC_TO_EVERYONE',
    allowComments: false,
    allowDuet: false,
    allowStitch: false,
    yourBrand: false,
    brandedContent: false,
    addMusic: true,
    aiGenerated: false,
    coverIndex: 0,
    musicConsent: true,
    handOver: false,
  })
})
