import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newTextBox } from '../slide/new-box.ts'
import { slideSchema, type Slide, type TextBox } from '../slide/model.ts'
import { applyBrand, brandContrasts, roleAt } from './apply-brand.ts'
import { NEW_BRAND } from './defaults.ts'
import { mergeBrands } from './merge-brands.ts'
import type { Brand } from './model.ts'
import { findNeverWords } from './never-words.ts'
import { textRulesOf } from './voice.ts'

const slide: Slide = slideSchema.parse({
  id: 's',
  textBoxes: [
    { ...newTextBox('small'), fontSize: 8, y: 60, textColor: '#123456', outlineColor: '#ff0000' },
    { ...newTextBox('title'), fontSize: 12, y: 120 },
  ],
})
const brand: Brand = {
  ...NEW_BRAND,
  headlineFont: 'anton',
  textFont: 'lora',
  colors: [
    { id: 'ink', name: 'Ink', hex: '#101010' },
    { id: 'sun', name: 'Sun', hex: '#ffd400' },
  ],
  styles: {
    hook: { text: 'ink', highlight: 'sun', background: 'ink', uppercase: true },
    point: { text: null, highlight: 'ink', background: null, uppercase: false },
    closing: { text: 'ink', highlight: null, background: 'ink', uppercase: false },
  },
}
const use = { brand, role: 'hook', logoPath: 'user/logo.png' } as const

describe('applyBrand', () => {
  it('sets fonts and colors by the role of a slide and a text, and keeps words and places', () => {
    const branded = applyBrand(slide, use)
    expect(branded).toMatchObject({ textStyle: 'white-bg', backdrop: { kind: 'plain', color: '#101010' }, logoImage: null })
    const [small, title] = branded.textBoxes
    expect(title).toEqual({ ...slide.textBoxes[1], font: 'anton', textColor: '#101010', highlightColor: '#ffd400', uppercase: true })
    expect(small).toMatchObject({ font: 'lora', textColor: '#101010', y: 60 })
    expect(small).not.toHaveProperty('outlineColor')
    expect(slideSchema.parse(branded)).toEqual(branded)
  })

  it('applied twice changes nothing more', () => {
    const branded = applyBrand(slide, use)
    expect(applyBrand(branded, use)).toEqual(branded)
  })

  it('adds the logo where the brand has it, inside the safe area, and takes none away', () => {
    expect(applyBrand(slide, { ...use, role: 'closing' })).toMatchObject({ logoImage: 'user/logo.png', logoPosition: { width: 60 } })
    const without = { ...brand, logo: { ...brand.logo, slides: 'none' as const } }
    expect(applyBrand(slide, { ...use, brand: without, role: 'closing' }).logoImage).toBeNull()
    const own = { ...slide, logoImage: 'user/own.png' }
    expect(applyBrand(own, { ...use, brand: without })).toMatchObject({ logoImage: 'user/own.png' })
  })

  it('moves the logo from texts to the nearest free corner', () => {
    const all = (corner: Brand['logo']['corner']): Brand => ({ ...brand, logo: { slides: 'all', corner, size: 'medium' } })
    const placeIn = (corner: Brand['logo']['corner'], texts: Partial<TextBox>[]) =>
      applyBrand({ ...slide, textBoxes: texts.map((text, i) => ({ ...newTextBox(`t${i}`), ...text })) }, { ...use, brand: all(corner) })
        .logoPosition
    const above = { y: 100 }
    const fourth = { y: 340, height: 50 }
    const [free, other, opposite] = [placeIn('bottom-left', [above]), placeIn('bottom-right', [above]), placeIn('top-left', [above])]
    expect(placeIn('bottom-left', [fourth])).toEqual(opposite)
    expect(placeIn('bottom-left', [{ ...fourth, hidden: true }])).toEqual(free)
    expect(placeIn('bottom-left', [{ ...fourth, width: 60 }])).toEqual(other)
    const full = [{ x: 28, y: 19, width: 199, height: 330 }]
    expect(placeIn('bottom-left', full)).toMatchObject({ width: 40, x: 0 })
  })

  it('tells the closing slide from the others by its text', () => {
    const saying = (text: string): Slide => ({ ...slide, textBoxes: [{ ...newTextBox('a'), text }] })
    const closing = { isOn: false, text: 'See you' }
    const roles = (last: string) => [0, 1, 2].map((index) => roleAt([slide, slide, saying(last)], index, { closing }))
    expect(roles('Like & Follow')).toEqual(['hook', 'point', 'closing'])
    expect(roles('see you')).toEqual(['hook', 'point', 'closing'])
    expect(roles('3. sleep')).toEqual(['hook', 'point', 'point'])
  })

  it('chooses letters that can be read on a highlight without a text color', () => {
    expect(applyBrand(slide, { ...use, role: 'point' }).textBoxes[0]).toMatchObject({ textColor: '#ffffff', highlightColor: '#101010' })
  })
})

it('every use of a color is checked, on its highlight or background', () => {
  expect(brandContrasts(brand).map(({ role, on, ratio, needed }) => [role, on, ratio >= needed])).toEqual([
    ['hook', 'highlight', true],
    ['point', 'highlight', true],
    ['closing', 'background', false],
  ])
  expect(brandContrasts(NEW_BRAND)).toEqual([])
})

describe('mergeBrands', () => {
  it('takes changes of both sides and names fields that both changed', () => {
    const [mine, theirs] = [
      { ...brand, tone: 'warm', audience: 'runners' },
      { ...brand, tone: 'dry', callToAction: 'book a table' },
    ]
    const merged = mergeBrands(brand, mine, theirs)
    expect(merged.conflicts).toEqual(['tone'])
    expect(merged.brand).toEqual({ ...mine, callToAction: 'book a table' })
  })

  it('keeps colors and the styles that use them together', () => {
    const mine = { ...brand, colors: brand.colors.slice(1), styles: NEW_BRAND.styles }
    const theirs = { ...brand, styles: { ...brand.styles, point: brand.styles.hook } }
    expect(mergeBrands(brand, mine, theirs).brand).toMatchObject({ colors: mine.colors, styles: mine.styles })
  })
})

describe('findNeverWords', () => {
  it.each([
    ['The CHEAP way', ['cheap'], ['cheap']],
    ['cheaper ways', ['cheap'], []],
    ['cheap, easy', ['cheap', 'easy', 'hard'], ['cheap', 'easy']],
    ['best\n ever!', ['best ever'], ['best ever']],
    ['don’t stop', ["don't"], ["don't"]],
    ['Übung macht', ['übung'], ['übung']],
    ['便宜的咖啡', ['便宜'], ['便宜']],
    ['c++ and (more)', ['c++', '(more)'], ['c++', '(more)']],
    ['a.b', ['a.b', 'axb'], ['a.b']],
    ['an all-in-one/kit', ['all-in-one', 'one/kit', String.raw`[\d]{2}|^$`], ['all-in-one', 'one/kit']],
    ['anything', ['', ' '], []],
  ])('%j with %j', (text, words, found) => expect(findNeverWords(text, words)).toEqual(found))
})

it('any word is found in a text that is that word', () => {
  const word = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((text) => text.trim() !== '' && text === text.normalize('NFKC'))
  fc.assert(
    fc.property(word, (text) => {
      expect(findNeverWords(text, [text])).toEqual([text])
    }),
  )
})

describe('textRulesOf', () => {
  it('is the product’s voice without a brand', () => expect(textRulesOf(null)("U're Late ☕")).toBe('ur late ☕'))
  it('keeps capitals and drops emojis where the brand says so', () =>
    expect(textRulesOf({ letterCase: 'sentence', emoji: 'none' })('5 Cafés in Rome ☕️ 👩🏽‍🍳 🇮🇹!')).toBe('5 Cafés in Rome!'))
})
