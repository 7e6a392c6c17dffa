import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TIKTOK_DESCRIPTION_MAX, TIKTOK_TITLE_MAX, TIKTOK_VIDEO_TEXT_MAX, tiktokPhotoText, tiktokVideoText } from './tiktok-text.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const characters = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

test.each([
  ['5 habits', '#calm', { title: '5 habits', description: '#calm', leftOut: 0 }],
  ['  two\nlines ', '', { title: 'two lines', description: '', leftOut: 0 }],
  ['', '', { title: '', description: '', leftOut: 0 }],
  ['x'.repeat(90), 'y', { title: 'x'.repeat(90), description: 'y', leftOut: 0 }],
  ['x'.repeat(91), 'y', { title: `${'x'.repeat(89)}…`, description: `${'x'.repeat(91)}\n\ny`, leftOut: 0 }],
  ['word '.repeat(30), '', { title: `${'word '.repeat(17)}word…`, description: 'word '.repeat(30).trim(), leftOut: 0 }],
])('fits %j and %j', (caption, description, expected) => {
  expect(tiktokPhotoText(caption, description)).toEqual(expected)
})

test('never splits a family emoji or a surrogate pair', () => {
  const family = '👨‍👩‍👧‍👦'
  for (let prefixLength = 70; prefixLength <= 95; prefixLength += 1) {
    const { title } = tiktokPhotoText(`${'x'.repeat(prefixLength)}${family}${'😀'.repeat(20)}`, '')
    expect(title.length).toBeLessThanOrEqual(TIKTOK_TITLE_MAX)
    expect(title.isWellFormed()).toBe(true)
    expect(title.includes('👨')).toBe(title.includes(family))
  }
})

test('cuts a character longer than the title between its marks', () => {
  const { title } = tiktokPhotoText(`a${'\u0301'.repeat(300)}`, '')
  expect(title).toBe(`a${'\u0301'.repeat(88)}…`)
})

const text = (maxLength: number) =>
  fc
    .array(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.constantFrom(' ', '\n', 'word ', '👩🏽‍🚀', '🇩🇪', '\ud800')),
      {
        maxLength,
      },
    )
    .map((parts) => parts.join(''))

test('fits any caption and description to TikTok, and reports what is left out', () => {
  fc.assert(
    fc.property(text(40), text(400), (caption, description) => {
      const { title, description: rest, leftOut } = tiktokPhotoText(caption, description)
      expect(title.length).toBeLessThanOrEqual(TIKTOK_TITLE_MAX)
      expect(rest.length).toBeLessThanOrEqual(TIKTOK_DESCRIPTION_MAX)
      expect(title.isWellFormed() && rest.isWellFormed()).toBe(true)
      const words = caption.toWellFormed().replace(/\r\n?/g, '\n').trim()
      const isCut = words.replace(/\s+/g, ' ').length > TIKTOK_TITLE_MAX
      if (isCut) expect(rest.startsWith(words.slice(0, TIKTOK_DESCRIPTION_MAX - 200))).toBe(true)
      const allText = [isCut ? words : '', description.toWellFormed().replace(/\r\n?/g, '\n').trim()].filter(Boolean).join('\n\n')
      expect(allText.startsWith(rest)).toBe(true)
      expect(leftOut === 0).toBe(rest === allText)
    }),
  )
})

test('a shortened title ends with a complete character', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('é', 'e\u0301', '👩🏽‍🚀', '🇩🇪', 'x', ' ', 'क्षि'), { minLength: 91, maxLength: 200 }), (parts) => {
      const caption = parts.join('').replace(/\s+/g, ' ').trim()
      const { title } = tiktokPhotoText(caption, '')
      if (caption.length <= TIKTOK_TITLE_MAX) return expect(title).toBe(caption)
      const titleCharacters = characters(title.slice(0, -1))
      expect(characters(caption).slice(0, titleCharacters.length)).toEqual(titleCharacters)
      // At a word where there is one near.
      const next = caption.slice(title.length - 1)
      expect(/^\s/.test(next) || !/\s/.test(caption.slice(61, 90)) || title.length - 1 <= 60).toBe(true)
    }),
  )
})

test('the title of a video contains all its text', () => {
  expect(tiktokVideoText('10 seconds', '#calm')).toEqual({ title: '10 seconds\n\n#calm', description: '', leftOut: 0 })
  fc.assert(
    fc.property(text(30), text(300), (caption, description) => {
      const { title, leftOut } = tiktokVideoText(caption, description)
      expect(title.length).toBeLessThanOrEqual(TIKTOK_VIDEO_TEXT_MAX)
      expect(title.isWellFormed()).toBe(true)
      expect(leftOut).toBeGreaterThanOrEqual(0)
    }),
  )
  expect(tiktokVideoText('', 'word '.repeat(500)).leftOut).toBe('word '.repeat(500).trim().length - 'word '.repeat(440).trim().length - 1)
})
