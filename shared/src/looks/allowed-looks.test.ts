import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NEW_BRAND } from '../brand/defaults.ts'
import { defaultLook, looksToChoose, nextLook } from './allowed-looks.ts'
import { LOOK_IDS, type LookId } from './look-ids.ts'

const brand = { ...NEW_BRAND, textFont: 'lora' as const }

test('all looks but Classic are chosen from where a company allows no certain ones', () => {
  expect(looksToChoose({ allowed: [], brand })).toEqual(LOOK_IDS.filter((id) => id !== 'classic'))
  expect(looksToChoose({ allowed: [], brand: null })).not.toContain('brand')
})

test('a company’s looks alone are chosen from, without the brand’s where there is none', () => {
  expect(looksToChoose({ allowed: ['classic', 'brand', 'note'], brand })).toEqual(['brand', 'note', 'classic'])
  expect(looksToChoose({ allowed: ['brand', 'note'], brand: null })).toEqual(['note'])
  expect(looksToChoose({ allowed: ['brand'], brand: null })).toContain('bold')
})

test.each<[string, { look: LookId | null; account: LookId; allowed: LookId[] }, LookId]>([
  ['the company’s', { look: 'ticket', account: 'bold', allowed: ['note'] }, 'ticket'],
  ['the account’s', { look: null, account: 'classic', allowed: [] }, 'classic'],
  ['the first allowed', { look: null, account: 'bold', allowed: ['quote', 'note'] }, 'note'],
  ['Bold in place of a brand’s that is gone', { look: 'brand', account: 'note', allowed: [] }, 'bold'],
])('new slides get %s look', (_, rules, look) => {
  expect(defaultLook({ ...rules, brand: null })).toBe(look)
})

test('no two looks in a row are equal where there are two or more', () => {
  const look = fc.constantFrom(null, ...LOOK_IDS)
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...LOOK_IDS), { minLength: 1 }), look, look, (looks, before, after) => {
      const next = nextLook(looks, { before, after })
      expect(looks).toContain(next)
      if (looks.length > 1) expect(next).not.toBe(before)
      if (looks.length > 2) expect(next).not.toBe(after)
    }),
  )
})
