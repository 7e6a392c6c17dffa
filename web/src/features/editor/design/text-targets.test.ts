import { applyEdit } from '@ninesixteen/shared/slide/edit'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { textStyling } from '@ninesixteen/shared/slide/slide-look'
import { describe, expect, it } from 'vitest'
import { commonValue, NO_OWN_STYLE, shadowName, SHADOWS, sharedStyle, styleEdit, textTargets } from './text-targets.ts'

const slide = slideSchema.parse({
  id: 's',
  textBoxes: [
    { id: 'a', text: 'one', font: 'anton', align: 'left', rotation: 20, fontSize: 12 },
    { id: 'b', text: 'two', font: 'anton', align: 'right' },
  ],
  imageBoxes: [{ id: 'i', imageUrl: 'user/photo.png' }],
})
const doc = { title: 't', slides: [slide] }
const fontsAfter = (selection: string[]) =>
  applyEdit(doc, styleEdit(textTargets(slide, selection), { font: 'lora' })).slides[0]?.textBoxes.map((box) => box.font)

describe('the texts that the panel changes', () => {
  it('are the selected ones', () => {
    expect(fontsAfter(['b'])).toEqual(['anton', 'lora'])
  })

  it('are all texts of the slide when only an image, or nothing, is selected', () => {
    expect(fontsAfter(['i'])).toEqual(['lora', 'lora'])
    expect(fontsAfter([])).toEqual(['lora', 'lora'])
  })

  it('show the value of the first, and whether they differ', () => {
    expect(commonValue(slide.textBoxes, (box) => box?.align)).toEqual({ value: 'left', isMixed: true })
    expect(commonValue(slide.textBoxes, (box) => box?.font)).toEqual({ value: 'anton', isMixed: false })
  })
})

describe('a copied style', () => {
  it('makes another text look the same, without its place, text and rotation', () => {
    const [a, b] = slide.textBoxes
    if (!a || !b) throw new Error('The slide has two texts')
    const [, pasted] = applyEdit(doc, styleEdit(textTargets(slide, ['b']), textStyling(a))).slides[0]?.textBoxes ?? []
    expect(pasted).toEqual({ ...b, align: 'left', fontSize: 12 })
  })

  it('for all slides leaves out fields in which the texts differ, and sizes', () => {
    const style = sharedStyle(slide.textBoxes)
    expect(style).toMatchObject({ font: 'anton', textColor: null })
    expect(style).not.toHaveProperty('align')
    expect(style).not.toHaveProperty('fontSize')
  })

  it('is removed as a whole', () => {
    const [first] = applyEdit(doc, styleEdit(textTargets(slide, ['a']), NO_OWN_STYLE)).slides[0]?.textBoxes ?? []
    expect(Object.keys(first ?? {})).not.toContain('font')
    expect(Object.keys(first ?? {})).not.toContain('rotation')
    expect(first?.fontSize).toBe(12)
  })
})

describe('shadows', () => {
  it('are named by their shape, whatever their color', () => {
    expect(shadowName({ ...SHADOWS.hard, color: '#ff0000' })).toBe('hard')
    expect(shadowName({ ...SHADOWS.hard, blur: 3 })).toBeNull()
  })
})
