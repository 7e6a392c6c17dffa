import { tumblrOptionsSchema } from '@ninesixteen/shared/publishing/tumblr-options'
import { slideSchema, textBoxSchema } from '@ninesixteen/shared/slide/model'
import { expect, test } from 'vitest'
import type { PostShape } from '../platform-form.ts'
import { blogOf, tumblrErrors, NO_BLOG, tumblrOptions, startTumblr, summaryOfTumblr } from './tumblr-choices.ts'

const slideOf = (id: string, text: string) => ({
  id,
  slide: slideSchema.parse({ id, textBoxes: [textBoxSchema.parse({ id: 'box', text })] }),
})
const post: PostShape = {
  kind: 'slides',
  images: [slideOf('one', 'tea first'), slideOf('two', 'then a walk')],
  seconds: 0,
  caption: '',
  description: '',
}
const facts = {
  blogs: [
    { name: 'second', title: 'Second', isPrimary: false },
    { name: 'main', title: 'Main', isPrimary: true },
  ],
}

test('the main blog is the default', () => {
  const start = startTumblr(post)
  expect(blogOf(start, facts)).toBe('main')
  expect(blogOf({ ...start, blog: 'second' }, facts)).toBe('second')
  expect(tumblrErrors(start, null)).toEqual({ blog: NO_BLOG })
  expect(tumblrErrors({ ...start, blog: 'second' }, null)).toEqual({})
})

test('an image’s alt text is the text on it, or the user’s text, which may be empty', () => {
  const start = startTumblr(post)
  expect(tumblrOptions(start, post, facts)['altTexts']).toEqual(['tea first.', 'then a walk.'])
  const written = { ...start, altTexts: { two: '' } }
  expect(tumblrOptions(written, post, facts)['altTexts']).toEqual(['tea first.', ''])
  expect(tumblrOptions(written, { ...post, images: post.images.toReversed() }, facts)['altTexts']).toEqual(['', 'tea first.'])
  expect(tumblrOptions(written, { ...post, kind: 'video' }, facts)['altTexts']).toEqual([])
})

test('tumblrOptions returns valid options, which restore the choices', () => {
  const choices = {
    blog: 'second',
    tags: ['slow living', 'tea'],
    altTexts: { one: 'a cup', two: 'a path' },
    layout: 'two',
    state: 'queue',
  } as const
  const sent = tumblrOptions({ ...choices, tags: [...choices.tags] }, post, facts)
  expect(tumblrOptionsSchema.parse(sent)).toEqual(sent)
  expect(startTumblr(post, sent)).toEqual(choices)
})

test('a draft saved before the blogs were loaded restores its choices', () => {
  const draft = { ...startTumblr(post), tags: ['tea'], state: 'draft' as const }
  const restored = startTumblr(post, tumblrOptions(draft, post, null))
  expect(restored).toMatchObject({ blog: null, tags: ['tea'], state: 'draft' })
  expect(tumblrErrors(restored, null)).toEqual({ blog: NO_BLOG })
})

test('the choices have a summary', () => {
  expect(summaryOfTumblr({ ...startTumblr(post), tags: ['tea'], state: 'draft' }, facts)).toBe('main · Draft · 1 tag')
  expect(summaryOfTumblr(startTumblr(post), null)).toBe('Published')
})
