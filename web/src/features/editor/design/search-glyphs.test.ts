import { expect, test } from 'vitest'
import { searchGlyphs, type GlyphGroup } from './search-glyphs.ts'

const groups: GlyphGroup[] = [
  { name: 'Animals', slug: 'animals', glyphs: [{ key: '1f98a', name: 'fox', words: 'animal nature face' }] },
  {
    name: 'Smileys',
    slug: 'smileys',
    glyphs: [
      { key: '1f600', name: 'grinning face', words: 'smile happy joy' },
      { key: '1f61a', name: 'kissing face with closed eyes', words: 'love like face' },
    ],
  },
]
const keysOf = (query: string): string[] => searchGlyphs(groups, query).flatMap(({ glyphs }) => glyphs.map(({ key }) => key))

test('finds by the beginnings of words, names before other words', () => {
  expect(keysOf('face')).toEqual(['1f600', '1f61a', '1f98a'])
  expect(keysOf('Gri fa')).toEqual(['1f600'])
  expect(keysOf('happy')).toEqual(['1f600'])
  expect(keysOf('ox')).toEqual([])
})

test('keeps the file of previews of each', () => {
  expect(searchGlyphs(groups, 'fox')[0]?.slug).toBe('animals')
})
