import fc from 'fast-check'
import { expect, test } from 'vitest'
import { INSTAGRAM_TEXT, metaText, refusedText, textAdvice, THREADS_TEXT } from './meta-text.ts'

test('joins caption and description with an empty line', () => {
  expect(metaText(INSTAGRAM_TEXT, ' 5 habits ', 'One.\r\nTwo.')).toEqual({ text: '5 habits\n\nOne.\nTwo.', leftOut: 0 })
  expect(metaText(THREADS_TEXT, '', 'only this')).toEqual({ text: 'only this', leftOut: 0 })
})

test('cuts a long text after a word', () => {
  const { text, leftOut } = metaText(THREADS_TEXT, '', 'word '.repeat(200))
  expect(text.length).toBeLessThanOrEqual(500)
  expect(text).toMatch(/word$/)
  expect(leftOut).toBeGreaterThan(400)
  expect(metaText(INSTAGRAM_TEXT, '', 'x'.repeat(2201)).text).toHaveLength(2200)
})

const graphemes = (text: string) =>
  Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)

/** Counts as Threads does: a whole emoji is as many characters as it has bytes in UTF-8. */
function threadsLength(text: string): number {
  const bytes = (char: string) => encodeURIComponent(char).replaceAll(/%../g, 'x').length
  const isEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3/u
  return graphemes(text).reduce((sum, char) => sum + (isEmoji.test(char) ? bytes(char) : char.length), 0)
}

test.each([
  ['an emoji', '🎉', 125, 500],
  ['a family', '👨‍👩‍👧', 27, 486],
  ['an emoji before a space', '🎉 ', 100, 499],
  ['a flag before a space', '🇩🇪 ', 55, 494],
  ['a flag', '🇩🇪', 62, 496],
  ['a keycap', '1️⃣', 71, 497],
  ['a skin tone', '👍🏽', 62, 496],
])('fits as many repetitions of %s as Threads counts', (_, unit, repetitions, counted) => {
  const { text, leftOut } = metaText(THREADS_TEXT, '', unit.repeat(300))
  expect(text).toBe(unit.repeat(repetitions).trimEnd())
  expect(threadsLength(text)).toBe(counted)
  expect(leftOut).toBe(unit.repeat(300 - repetitions).trimEnd().length)
})

const unspaced = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 5 }).map((text) => text.replaceAll(/[\s\p{Cc}]/gu, '')),
  fc.constantFrom('👩‍👩‍👧‍👦', '☀️', '🌿', '🇫🇷', '#️⃣', '👍🏽', '漢', 'é', 'word', 'x'.repeat(300)),
)

test('sends the longest prefix of whole graphemes that Threads counts as 500', () => {
  fc.assert(
    fc.property(fc.array(unspaced, { maxLength: 200 }), (parts) => {
      const whole = parts.join('').toWellFormed()
      const { text, leftOut } = metaText(THREADS_TEXT, '', whole)
      let longest = ''
      for (const grapheme of graphemes(whole)) {
        if (threadsLength(longest) + threadsLength(grapheme) > 500) break
        longest += grapheme
      }
      expect(text).toBe(longest)
      expect(leftOut).toBe(whole.length - longest.length)
    }),
  )
})

test('fits any text to Threads, and cuts only at a word or a whole grapheme', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(unspaced, fc.constantFrom(' ', '\n')), { maxLength: 200 }), (parts) => {
      const whole = parts.join('').trim()
      const { text, leftOut } = metaText(THREADS_TEXT, '', whole)
      expect(threadsLength(text)).toBeLessThanOrEqual(500)
      expect(text.isWellFormed()).toBe(true)
      expect(whole.toWellFormed().startsWith(text)).toBe(true)
      if (threadsLength(whole.toWellFormed()) <= 500) expect(leftOut).toBe(0)
    }),
  )
})

test('warns about a text that only bytes make too long, and refuses none', () => {
  const curly = `${'a'.repeat(495)}’’’`
  expect(metaText(THREADS_TEXT, '', curly)).toEqual({ text: curly, leftOut: 0 })
  expect(refusedText('Threads', THREADS_TEXT, curly)).toBeNull()
  expect(textAdvice('Threads', THREADS_TEXT, curly)).toMatchObject({ code: 'text-length', message: expect.stringContaining('504 of 500') })
  expect(textAdvice('Threads', THREADS_TEXT, 'a'.repeat(500))).toBeNull()
  expect(textAdvice('Instagram', INSTAGRAM_TEXT, '漢'.repeat(2200))).toBeNull()
})

test.each([
  ['addresses without a scheme', Array.from({ length: 6 }, (_, at) => `www.e${at}.com`), 6],
  [
    'one address before punctuation',
    ['', ',', '.', ')', '!', '?', '”', '…', '。', '🎉', '/', '):'].map((end) => `https://e.com${end}`),
    null,
  ],
  [
    'one address in several spellings',
    ['https://E.com', 'http://e.com', 'HTTPS://e.com/', 'e.com', '(https://e.com)', '“https://e.com”'],
    null,
  ],
  ['paths that differ in case', ['A', 'a', 'B', 'b', 'C', 'c'].map((path) => `https://e.com/${path}`), 6],
  ['addresses in brackets', Array.from({ length: 6 }, (_, at) => `(https://e${at}.com/a_(b))`), 6],
  ['addresses after dashes', Array.from({ length: 6 }, (_, at) => `-https://e${at}.com`), 6],
  ['words and mail addresses', ['www', 'www.', 'awww.cute', 'https://', 'me@www.e.com', 'wwww.e.com', 'http:// e.com'], null],
  ['five links and more repetitions', [...'abcdeabcde'].map((name) => `www.${name}.com`), null],
])('counts links as Threads does: %s', (_, words, refused) => {
  const message = refusedText('Threads', THREADS_TEXT, words.join(' '))
  if (refused === null) expect(message).toBeNull()
  else expect(message).toContain(`5 links a post, and this text has ${refused}.`)
})

test('counts each mention, hashtag and link once', () => {
  const many = (sign: string, count: number) => Array.from({ length: count }, (_, at) => `${sign}a${at}`).join(' ')
  expect(refusedText('Instagram', INSTAGRAM_TEXT, many('@', 20))).toBeNull()
  expect(refusedText('Instagram', INSTAGRAM_TEXT, many('@', 21))).toContain('20 mentions')
  expect(refusedText('Instagram', INSTAGRAM_TEXT, 'me@example.com '.repeat(30))).toBeNull()
  expect(refusedText('Instagram', INSTAGRAM_TEXT, many('#', 31))).toContain('30 hashtags')
  expect(refusedText('Threads', THREADS_TEXT, many('https://x.example/', 6))).toContain('5 links')
  expect(refusedText('Threads', THREADS_TEXT, 'https://x.example '.repeat(9))).toBeNull()
  expect(textAdvice('Instagram', INSTAGRAM_TEXT, many('#', 6))?.message).toContain('5 hashtags')
  expect(textAdvice('Threads', THREADS_TEXT, many('#', 9))).toBeNull()
})
