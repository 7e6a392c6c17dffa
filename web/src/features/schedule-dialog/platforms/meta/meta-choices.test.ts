import { instagramOptionsSchema } from '@ninesixteen/shared/publishing/instagram-options'
import { INSTAGRAM_TEXT, THREADS_TEXT } from '@ninesixteen/shared/publishing/meta-text'
import { threadsOptionsSchema } from '@ninesixteen/shared/publishing/threads-options'
import { slideSchema, textBoxSchema } from '@ninesixteen/shared/slide/model'
import { expect, test } from 'vitest'
import type { PostShape } from '../platform-form.ts'
import {
  metaErrors,
  metaOptions,
  metaTextNote,
  slidesLeftOut,
  startMeta,
  summaryOfMeta,
  textOf,
  type MetaFormNetwork,
} from './meta-choices.ts'

const instagram: MetaFormNetwork = { id: 'instagram', text: INSTAGRAM_TEXT, hasStories: true }
const threads: MetaFormNetwork = { id: 'threads', text: THREADS_TEXT, hasStories: false }

const postOf = (slides: number, overrides: Partial<PostShape> = {}): PostShape => ({
  kind: 'slides',
  images: Array.from({ length: slides }, (_, at) => ({
    id: `s${at}`,
    slide: slideSchema.parse({ id: `s${at}`, textBoxes: [textBoxSchema.parse({ id: 'box', text: `slide ${at + 1}` })] }),
  })),
  seconds: 0,
  caption: 'tea',
  description: 'first',
  ...overrides,
})

test('leaving out slides beyond the network’s limit needs the user’s agreement', () => {
  const start = startMeta(postOf(11))
  expect(slidesLeftOut(instagram, start, postOf(11))).toBe('slide 11')
  expect(slidesLeftOut(instagram, { ...start, story: true }, postOf(3))).toBe('slides 2 to 3')
  expect(slidesLeftOut(threads, start, postOf(11))).toBeNull()
  expect(metaErrors(instagram, start, postOf(11))).toEqual({ firstSlidesOnly: 'Agree to leave out slide 11, or remove slide 11' })
  expect(metaErrors(instagram, { ...start, firstSlidesOnly: true }, postOf(11))).toEqual({})
  expect(metaErrors(instagram, { ...start, handOver: true }, postOf(11))).toEqual({})
})

test('metaOptions returns valid options, which restore the choices', () => {
  const choices = {
    ...startMeta(postOf(2)),
    story: false,
    aiGenerated: true,
    altTexts: { s0: 'a cup', s1: 'slide 2.' },
  }
  const sent = metaOptions(instagram, choices, postOf(2))
  expect(instagramOptionsSchema.parse(sent)).toEqual(sent)
  expect(startMeta(postOf(2), sent)).toEqual(choices)
  const other = metaOptions(threads, startMeta(postOf(2)), postOf(2))
  expect(threadsOptionsSchema.parse(other)).toEqual({ ...other, altTexts: ['slide 1.', 'slide 2.'] })
})

test('textOf returns the text that the network shows, and a note describes the rest', () => {
  const start = startMeta(postOf(1))
  expect(textOf(instagram, start, postOf(1)).text).toBe('tea\n\nfirst')
  expect(textOf(instagram, { ...start, story: true }, postOf(1)).text).toBe('')
  expect(metaTextNote(instagram, postOf(1))).toBeNull()
  expect(metaTextNote(threads, postOf(1, { description: 'x '.repeat(400) }))).toMatch(/^Threads allows 500 characters .* will be cut\.$/)
  expect(metaTextNote(instagram, postOf(1, { description: '#a #b #c #d #e #f' }))).toMatch(/advises at most 5 hashtags/)
})

test('the choices have a summary', () => {
  const start = startMeta(postOf(1))
  expect(summaryOfMeta(instagram, { ...start, story: true, aiGenerated: true })).toBe('Story · labelled as made with AI')
  expect(summaryOfMeta(threads, { ...start, firstSlidesOnly: true })).toBe('Post · only the slides that fit')
  expect(summaryOfMeta(threads, { ...start, handOver: true })).toBe('You post it manually')
})
