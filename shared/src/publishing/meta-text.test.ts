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

/** Counts as Threads does: an emoji is as many characters as it has bytes in UTF-8. */
function threadsLength(text: string): number {
  const bytes = (char: string) => encodeURIComponent(char).replaceAll(/%../g, 'x').length
  return [...text].reduce((sum, char) => sum + (/\p{Extended_Pictographic}|\u200d|\ufe0f/u.test(char) ? bytes(char) : 1), 0)
}

test('fits any text to Threads, and reports what is left out', () => {
  const part = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('👩‍👩‍👧‍👦', '☀️', '🌿', ' ', '\n', 'word', 'x'.repeat(300)))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 200 }), (parts) => {
      const sent = parts.join('')
      const { text, leftOut } = metaText(THREADS_TEXT, '', sent)
      expect(threadsLength(text)).toBeLessThanOrEqual(500)
      expect(text.isWellFormed()).toBe(true)
      if (leftOut === 0) expect(text.length).toBeGreaterThanOrEqual(sent.trim().length - 1)
    }),
  )
})

test('counts each mention, hashtag and link once', () => {
  const many = (sign: string, count: number) => Array.from({ length: count }, (_, at) => `${sign}a${at}`).join(' ')
  expect(refusedText('Instagram', INSTAGRAM_TEXT, many('@', 20))).toBeNull()
  expect(refusedText('Instagram', INSTAGRAM_TEXT, many('@', 21))).toContain('20 mentions')
  expect(refusedText('Instagram', INSTAGRAM_TEXT, 'me@example.com '.repeat(30))).toBeNull()
  expect(refusedText('Instagram', INSTAGRAM_TEXT, many('#', 31))).toContain('30 hashtags')
  expect(refusedText('Threads', THREADS_TEXT, many('https://x.example/', 6))).toContain('5 links')
  expect(refusedText('Threads', THREADS_TEXT, 'https://x.example '.repeat(9))).toBeNull()
  expect(textAdvice('Instagram', INSTAGRAM_TEXT, many('#', 6))).toContain('5 hashtags')
  expect(textAdvice('Threads', THREADS_TEXT, many('#', 9))).toBeNull()
})
