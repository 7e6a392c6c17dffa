import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanHashtags, hashtagsIn, hashtagText, missingHashtags, splitHashtags } from './hashtags.ts'

describe('hashtags', () => {
  test('are unique words of letters, digits and underscores in any script', () => {
    expect(cleanHashtags(['#slow mornings', 'Tea', '#tea', 'утро', '朝の習慣', 'slow_living', '#', '2026', '5am', ' ', 'naïve'])).toEqual([
      'slowmornings',
      'Tea',
      'утро',
      '朝の習慣',
      'slow_living',
      '5am',
      'naïve',
    ])
  })

  test('are limited to thirty of a hundred characters', () => {
    expect(cleanHashtags(Array.from({ length: 40 }, (_, at) => `tag${at}`))).toHaveLength(30)
    expect(cleanHashtags(['x'.repeat(200)])).toEqual(['x'.repeat(100)])
    expect(cleanHashtags(['a', 'b', 'c'], 2)).toEqual(['a', 'b'])
  })

  test('are found in a text, but not in colors, entities and URL fragments', () => {
    expect(hashtagsIn('Try it #mornings, #Tea! mail#nothing &#39; https://x.example/#part ##double ＃全角 #1')).toEqual([
      'mornings',
      'Tea',
      '全角',
    ])
  })

  test('missing from a text are compared regardless of case', () => {
    expect(missingHashtags('one #Tea', ['tea', 'mornings'])).toEqual(['mornings'])
  })

  test('are split off the end of a text, but not from its middle', () => {
    expect(splitHashtags('my #slow day\n\n#tea #walks ')).toEqual({ text: 'my #slow day', hashtags: ['tea', 'walks'] })
    expect(splitHashtags('#tea')).toEqual({ text: '', hashtags: ['tea'] })
    expect(splitHashtags('no tags here')).toEqual({ text: 'no tags here', hashtags: [] })
  })

  test('written as text are read back unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 40 }), (words) => {
        const tags = cleanHashtags(words)
        expect(hashtagsIn(hashtagText(tags))).toEqual(tags)
        expect(cleanHashtags(tags)).toEqual(tags)
      }),
      { numRuns: 300 },
    )
  })
})
