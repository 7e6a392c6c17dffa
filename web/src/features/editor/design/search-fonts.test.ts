import { FONTS } from '@ninesixteen/shared/slide/fonts'
import { describe, expect, it } from 'vitest'
import { searchFonts } from './search-fonts.ts'

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
