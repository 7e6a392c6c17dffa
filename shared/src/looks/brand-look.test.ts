import { expect, test } from 'vitest'
import { NEW_BRAND } from '../brand/defaults.ts'
import type { Brand } from '../brand/model.ts'
import { contrastOf } from '../scene/contrast.ts'
import { brandedLook } from './brand-look.ts'
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
