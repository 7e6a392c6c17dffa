import { FONTS } from '@ninesixteen/shared/slide/fonts'
import { describe, expect, it } from 'vitest'
import { abilitiesOf, searchFonts } from './search-fonts.ts'

const names = (query: string) => searchFonts(query).flatMap(({ faces }) => faces.map((face) => face.name))

describe('the search for fonts', () => {
  it('lists every font once, the default first', () => {
    expect(names('')).toHaveLength(FONTS.length + 1)
    expect(new Set(names('')).size).toBe(FONTS.length + 1)
    expect(names('')[0]).toBe('TikTok Sans')
  })

  it('finds fonts by a part of their name and by kind', () => {
    expect(names(' Playf')).toEqual(['Playfair Display'])
    expect(names('script')).toContain('Pacifico')
    expect(names('nothing')).toEqual([])
  })
})

describe('a typeface', () => {
  it.each([
    [null, { bold: true, italic: false }],
    ['anton', { bold: false, italic: false }],
    ['caveat', { bold: true, italic: false }],
    ['dm-serif-display', { bold: false, italic: true }],
    ['space-mono', { bold: true, italic: true }],
  ] as const)('%s has %o', (font, abilities) => {
    expect(abilitiesOf(font)).toEqual(abilities)
  })
})
