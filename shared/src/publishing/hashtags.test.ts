import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanHashtags, hashtagsIn, hashtagText, missingHashtags, splitHashtags } from './hashtags.ts'

describe('hashtags', () => {
  test('are words of letters, digits and underscores in any script, each once', () => {
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

  test('are at most thirty, of at most a hundred characters', () => {
    expect(cleanHashtags(Array.from({ length: 40 }, (_, at) => `tag${at}`))).toHaveLength(30)
    expect(cleanHashtags(['x'.repeat(200)])).toEqual(['x'.repeat(100)])
    expect(cleanHashtags(['a', 'b', 'c'], 2)).toEqual(['a', 'b'])
  })

  test('are found in a text, apart from colors, entities and anchors in addresses', () => {
    expect(hashtagsIn('Try it #mornings, #Tea! mail#nothing &#39; https://x.example/#part ##double ＃全角 #1')).toEqual([
      'mornings',
      'Tea',
      '全角',
    ])
  })

  test('that a text lacks are those it does not have in any case', () => {
    expect(missingHashtags('one #Tea', ['tea', 'mornings'])).toEqual(['mornings'])
  })

  test('at the end of a text are split off, those inside of it stay', () => {
    expect(splitHashtags('my #slow day\n\n#tea #walks ')).toEqual({ text: 'my #slow day', hashtags: ['tea', 'walks'] })
    expect(splitHashtags('#tea')).toEqual({ text: '', hashtags: ['tea'] })
    expect(splitHashtags('no tags here')).toEqual({ text: 'no tags here', hashtags: [] })
  })

  test('written as text are read back as they were', () => {
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
