import { applyEdit, type SlideDocument } from '@ninesixteen/shared/slide/edit'
import { newTextBox } from '@ninesixteen/shared/slide/new-box'
import { slidesSchema, type Slide } from '@ninesixteen/shared/slide/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyCustomSlides, isBlank, leavingCustom, resizeEdits } from './custom-slides.ts'

const withText = (slide: Slide): Slide => ({ ...slide, textBoxes: [newTextBox('box')] })
const named = (slide: Slide): Slide => ({ ...slide, title: 'what helps' })
const titles = (slides: readonly Slide[]) => slides.map(({ title }) => title)
const edited = (slides: Slide[], edits: ReturnType<typeof resizeEdits>): Slide[] =>
  edits.reduce(applyEdit, { title: 'mine', slides } satisfies SlideDocument).slides

describe('choosing the custom type', () => {
  it('creates valid empty slides, numbered from 1, with instructions on', () => {
    const slides = slidesSchema.parse(emptyCustomSlides(3))
    expect(titles(slides)).toEqual(['Custom Slide 1', 'Custom Slide 2', 'Custom Slide 3'])
    expect(slides.every(isBlank)).toBe(true)
    expect(slides[0]).toMatchObject({
      useAiGeneration: true,
      useRandomPhoto: true,
      instructions: { autoLinkedBackground: true, aiGeneratedText: true, numberOfTextBoxes: 1, toneContext: '' },
    })
  })
})

describe('leaving the custom type', () => {
  it('removes a slideshow of only empty slides', () => {
    expect(leavingCustom(emptyCustomSlides(5))).toEqual({ kind: 'remove' })
  })

  it('closes an edited slideshow instead of removing it', () => {
    const slides = emptyCustomSlides(3).map((slide, index) => (index === 0 ? withText(slide) : slide))
    expect(leavingCustom(slides)).toEqual({ kind: 'close' })
  })

  it('clears the slides titled "Custom Slide"', () => {
    const slides = emptyCustomSlides(3).map((slide, index) => [named, (same: Slide) => same, withText][index]?.(slide) ?? slide)
    expect(leavingCustom(slides)).toEqual({
      kind: 'clear',
      edits: [{ type: 'delete-slides', slideIds: slides.slice(1).map(({ id }) => id) }],
    })
  })
})

describe('another number of slides', () => {
  it('adds and removes empty slides at the end', () => {
    const three = emptyCustomSlides(3)
    const five = edited(three, resizeEdits(three, 5))
    expect(titles(five).slice(3)).toEqual(['Custom Slide 4', 'Custom Slide 5'])
    expect(five.every(isBlank)).toBe(true)
    expect(edited(five, resizeEdits(five, 3))).toEqual(three)
  })

  it('never removes an edited slide, nor the last one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('blank', 'text', 'named'), { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 1, max: 10 }),
        (kinds, count) => {
          const slides = emptyCustomSlides(kinds.length).map((slide, index) =>
            kinds[index] === 'text' ? withText(slide) : kinds[index] === 'named' ? named(slide) : slide,
          )
          const after = edited(slides, resizeEdits(slides, count))
          const work = slides.filter((slide) => !isBlank(slide))
          expect(after).toEqual(expect.arrayContaining(work))
          expect(after.length).toBeGreaterThanOrEqual(count)
          if (work.length === 0) expect(after.length).toBe(count)
        },
      ),
    )
  })
})
