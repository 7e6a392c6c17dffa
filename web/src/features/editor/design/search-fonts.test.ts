import type { UploadedFont } from '@ninesixteen/shared/api/fonts'
import { FONTS } from '@ninesixteen/shared/slide/fonts'
import { describe, expect, it } from 'vitest'
import { abilitiesOf, nameOfFont, searchFonts } from './search-fonts.ts'

const names = (query: string) => searchFonts(query, []).flatMap(({ faces }) => faces.map((face) => face.name))

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

describe('an uploaded font', () => {
  const font = 'user/1_brand.font'
  const upload = (styles: UploadedFont['styles']): UploadedFont[] => [
    { id: 'a', companyId: null, name: 'House Sans', font, styles, createdAt: '2026-01-01T00:00:00Z' },
  ]
  const regular = { italic: false, weights: [400, 400] } satisfies UploadedFont['styles'][number]

  it('is listed after the default and found by its name', () => {
    expect(searchFonts('', upload([regular]))[1]).toEqual({ label: 'Your fonts', faces: [{ id: font, name: 'House Sans' }] })
    expect(searchFonts('house', upload([regular])).flatMap(({ faces }) => faces)).toHaveLength(1)
    expect(nameOfFont(font, upload([regular]))).toBe('House Sans')
    expect(nameOfFont(font, [])).toBe('Earlier font')
  })

  it('has the bold and italic letters that were uploaded', () => {
    expect(abilitiesOf(font, upload([regular]))).toEqual({ bold: false, italic: false })
    expect(abilitiesOf(font, upload([regular, { italic: true, weights: [700, 700] }]))).toEqual({ bold: true, italic: true })
    expect(abilitiesOf(font, upload([{ italic: false, weights: [100, 900] }]))).toEqual({ bold: true, italic: false })
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
    expect(abilitiesOf(font, [])).toEqual(abilities)
  })
})
