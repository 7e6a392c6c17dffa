import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NEW_BRAND } from '../brand/defaults.ts'
import type { Brand } from '../brand/model.ts'
import { contrastOf } from '../scene/contrast.ts'
import { FONT_IDS } from '../slide/fonts.ts'
import { availableLook, brandedLook } from './brand-look.ts'
import { SLIDE_ROLES } from './look.ts'
import { LOOK_IDS } from './look-ids.ts'
import { lookSpec } from './looks.ts'

const brand: Brand = {
  ...NEW_BRAND,
  headlineFont: 'anton',
  textFont: 'lora',
  colors: [
    { id: 'ink', name: 'Ink', hex: '#101820' },
    { id: 'sun', name: 'Sun', hex: '#ffd400' },
  ],
}

test.each(LOOK_IDS.filter((id) => id !== 'classic'))('%s has the typefaces of a brand, and letters that can be read', (id) => {
  const spec = brandedLook(id, brand, 'cover')
  expect([spec?.title.font, spec?.body.font]).toEqual(['anton', 'lora'])
  const isOnPaper = spec?.ornaments.some(({ kind }) => kind === 'card' || kind === 'panel')
  if (spec && isOnPaper) expect(contrastOf(spec.title.color, spec.colors.paper)).toBeGreaterThanOrEqual(4.5)
  if (spec?.title.highlight) expect(contrastOf(spec.title.color, spec.title.highlight)).toBeGreaterThanOrEqual(4.5)
})

test('a color of the brand that can be read over a dark photo becomes that of emphasised words', () => {
  expect(brandedLook('bold', brand, 'cover')?.emphasis).toEqual({ color: '#ffd400' })
  const dark = { ...brand, colors: [{ id: 'ink', name: 'Ink', hex: '#101820' }] }
  expect(brandedLook('bold', dark, 'cover')?.emphasis).toEqual(lookSpec('bold')?.emphasis)
})

test('without a brand a look is its own, and Classic is none', () => {
  expect(brandedLook('note', null, 'point')).toEqual(lookSpec('note'))
  expect(brandedLook('classic', brand, 'cover')).toBeNull()
})

describe('the look of a brand’s own', () => {
  const hex = fc.stringMatching(/^#[0-9a-f]{6}$/)
  const brands = fc
    .record({ hexes: fc.array(hex, { maxLength: 5 }), styled: fc.boolean(), font: fc.constantFrom(null, ...FONT_IDS), caps: fc.boolean() })
    .map(({ hexes, styled, font, caps }): Brand => {
      const colors = hexes.map((color, at) => ({ id: `c${at}`, name: '', hex: color }))
      const style = { text: styled ? (colors[0]?.id ?? null) : null, highlight: null, background: styled ? (colors[1]?.id ?? null) : null }
      const point = { ...style, uppercase: caps }
      return { ...NEW_BRAND, colors, headlineFont: font, textFont: 'lora', styles: { hook: point, point, closing: point } }
    })

  test('can be read in any colors, and has no letters below 44 pixels', () => {
    fc.assert(
      fc.property(brands, fc.constantFrom(...SLIDE_ROLES), (any, role) => {
        const spec = brandedLook('brand', any, role)
        const { paper } = spec?.colors ?? { paper: '' }
        const { color = '', highlight = paper } = spec?.emphasis ?? {}
        for (const [letters, below] of [
          [spec?.title.color ?? '', paper],
          [spec?.body.color ?? '', paper],
          [color, highlight],
        ] as const)
          expect(contrastOf(letters, below)).toBeGreaterThanOrEqual(4.5)
        expect((Math.min(...Object.values(spec?.sizes ?? {}).map(({ body }) => body[1])) * 1080) / 256).toBeGreaterThanOrEqual(44)
      }),
    )
  })

  test('follows typefaces, colors and the corner of the logo', () => {
    const own = brandedLook('brand', brand, 'cover')
    expect(own?.title).toMatchObject({ font: 'anton', fontWeight: 400, color: '#ffffff' })
    expect(own?.ornaments[0]).toEqual({ kind: 'panel', fill: '#101820' })
    expect([own?.emphasis, own?.places[0]]).toEqual([{ color: '#ffd400' }, 'bottom'])
    const logo = { ...NEW_BRAND.logo, slides: 'all' as const }
    expect(brandedLook('brand', { ...brand, logo }, 'cover')?.places[0]).toBe('top')
    expect(brandedLook('brand', brand, 'closing')).toMatchObject({ hasPhoto: false, places: ['middle'] })
  })

  test('is Bold for a brand without typefaces and colors', () => {
    expect(availableLook('brand', NEW_BRAND)).toBe('bold')
    expect(availableLook('brand', brand)).toBe('brand')
    expect(brandedLook('brand', NEW_BRAND, 'cover')).toEqual(brandedLook('bold', NEW_BRAND, 'cover'))
    expect(brandedLook('brand', null, 'cover')).toEqual(lookSpec('bold'))
  })
})
