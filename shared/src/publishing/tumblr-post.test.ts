import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TAG_LENGTH_MAX, TAGS_MAX, TUMBLR_LAYOUTS } from './tumblr-options.ts'
import { cleanTags, rowsOf, slugOf, TUMBLR_TEXT_MAX, tumblrPhotoPost, tumblrVideoPost } from './tumblr-post.ts'

const png = { type: 'image/png', width: 2160, height: 3840 }

test('lays out images in rows, then the caption, then the paragraphs', () => {
  const pictures = ['first', '', 'third', 'fourth'].map((altText) => ({ ...png, altText }))
  const words = {
    caption: '5 habits',
    description: 'One.\nStill one.\n\n \n\nTwo.',
    tags: ['#calm', 'a, b', 'Calm'],
    layout: 'auto' as const,
  }
  expect(tumblrPhotoPost(pictures, words)).toEqual({
    content: [
      { type: 'image', media: [{ ...png, identifier: 'slide-1' }], alt_text: 'first' },
      { type: 'image', media: [{ ...png, identifier: 'slide-2' }] },
      { type: 'image', media: [{ ...png, identifier: 'slide-3' }], alt_text: 'third' },
      { type: 'image', media: [{ ...png, identifier: 'slide-4' }], alt_text: 'fourth' },
      { type: 'text', text: '5 habits' },
      { type: 'text', text: 'One.\nStill one.' },
      { type: 'text', text: 'Two.' },
    ],
    layout: [{ type: 'rows', display: [{ blocks: [0, 1] }, { blocks: [2, 3] }, { blocks: [4] }, { blocks: [5] }, { blocks: [6] }] }],
    tags: 'calm,a,b',
  })
})

test('a video without texts is a single block', () => {
  const video = { type: 'video/mp4', width: 1080, height: 1920 }
  expect(tumblrVideoPost(video, { caption: '', description: ' ', tags: [] })).toEqual({
    content: [{ type: 'video', media: { ...video, identifier: 'video' } }],
    layout: [{ type: 'rows', display: [{ blocks: [0] }] }],
    tags: '',
  })
})

test.each([
  [1, 'auto', [1]],
  [2, 'auto', [2]],
  [3, 'auto', [3]],
  [4, 'auto', [2, 2]],
  [5, 'auto', [3, 2]],
  [7, 'auto', [3, 2, 2]],
  [10, 'auto', [3, 3, 2, 2]],
  [5, 'one', [1, 1, 1, 1, 1]],
  [5, 'two', [2, 2, 1]],
  [7, 'three', [3, 3, 1]],
] as const)('lays out %i images as %s in rows of %j', (pictures, layout, expected) => {
  expect(rowsOf(pictures, layout)).toEqual(expected)
})

const text = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\n', '\n\n', ' ', 'word ', '😀', '\ud800', 'x'.repeat(3000))), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''))
/** The text without white space: nothing may be lost or doubled. */
const letters = (...texts: string[]) => texts.map((one) => one.toWellFormed().replace(/\s/g, '')).join('')

describe('any texts and images', () => {
  test('become blocks within Tumblr’s limits without losing a letter', () => {
    fc.assert(
      fc.property(
        text,
        text,
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom(...TUMBLR_LAYOUTS),
        (caption, description, count, layout) => {
          const pictures = Array.from({ length: count }, () => ({ ...png, altText: description }))
          const { content, layout: layouts } = tumblrPhotoPost(pictures, { caption, description, tags: [], layout })
          expect(content.length).toBeLessThanOrEqual(1000)
          const texts: string[] = []
          for (const block of content) {
            if (block.type === 'text') texts.push(block.text)
            const words = block.type === 'text' ? block.text : block.type === 'image' ? (block.alt_text ?? 'none') : ''
            expect([...words].length).toBeLessThanOrEqual(TUMBLR_TEXT_MAX)
            expect(words.length).toBeGreaterThan(0)
            expect(words.isWellFormed()).toBe(true)
          }
          expect(letters(...texts)).toBe(letters(caption, description))
          const rows = layouts[0]?.display ?? []
          expect(rows.flatMap(({ blocks }) => blocks)).toEqual(content.map((_, at) => at))
          for (const { blocks } of rows) {
            expect(blocks.length).toBeLessThanOrEqual(3)
            expect(blocks.length === 1 || blocks.every((at) => content[at]?.type === 'image')).toBe(true)
          }
          if (layout === 'auto' && count > 1) expect(rows[0]?.blocks.length).toBeGreaterThan(1)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('joins paragraphs beyond the block limit', () => {
    const { content } = tumblrPhotoPost([], { caption: '', description: 'a\n\n'.repeat(5000), tags: [], layout: 'one' })
    expect(content.length).toBeLessThan(10)
    expect(letters(...content.map((block) => (block.type === 'text' ? block.text : '')))).toBe('a'.repeat(5000))
  })
})

test('makes tags unique and short, and none can split another', () => {
  expect(cleanTags(['#a', 'A', ' b  c ', ',,', '##', 'd,e', '😀'])).toEqual(['a', 'b c', 'd', 'e', '😀'])
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 60 }), (tags) => {
      const cleaned = cleanTags(tags)
      expect(cleaned.length).toBeLessThanOrEqual(TAGS_MAX)
      expect(new Set(cleaned.map((tag) => tag.toLowerCase())).size).toBe(cleaned.length)
      for (const tag of cleaned) {
        expect([...tag].length).toBeLessThanOrEqual(TAG_LENGTH_MAX)
        expect(tag).toMatch(/^[^,\s#]/)
        expect(tag).not.toContain(',')
      }
      expect(cleanTags(cleaned)).toEqual(cleaned)
    }),
  )
})

test('a slug describes the post and ends with its marker', () => {
  expect(slugOf('5 habits of calm people!', 'k3x9')).toBe('5-habits-of-calm-people-k3x9')
  expect(slugOf('Café: don’t', 'k3x9')).toBe('cafe-dont-k3x9')
  expect(slugOf('静かな人', 'k3x9')).toBe('k3x9')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (caption) => {
      expect(slugOf(caption, 'k3x9')).toMatch(/^([a-z0-9]+-)*k3x9$/)
      expect(slugOf(caption, 'k3x9').length).toBeLessThanOrEqual(45)
    }),
  )
})
